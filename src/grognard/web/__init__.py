"""The war room: pages, API, live updates, store. It works for any rule book through ``Game``, ``Book`` and the show
kit alone; nothing in here names a rule book."""
