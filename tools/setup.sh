# Sourced by ./run and ./check: makes .venv beside them and keeps the package in it up to date.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.venv
stamp=$venv/installed

# say ENGLISH RUSSIAN: one line to the person, who may want to pipe what the program itself prints
say() {
    case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
        ru*) printf '%s\n' "$2" >&2 ;;
        *) printf '%s\n' "$1" >&2 ;;
    esac
}

fail() {
    say "$@"
    exit 1
}

# quietly COMMAND...: its output is kept in $log, for when it is needed
quietly() { "$@" >>"$log" 2>&1; }

suits() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' >/dev/null 2>&1
}

find_python() {
    local candidate
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11 python; do
        if suits "$candidate"; then
            python=$candidate
            return 0
        fi
    done
    return 1
}

# A root on Debian or Ubuntu gets what is missing; anybody else is told.
apt_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    say "Installing Debian packages: $*" "Ставлю пакеты Debian: $*"
    quietly apt-get update -q
    DEBIAN_FRONTEND=noninteractive quietly apt-get install -q -y --no-install-recommends "$@"
}

has_pip() { "$venv/bin/python" -m pip --version >/dev/null 2>&1; }

# The ways to an environment with pip, the tidiest first: Debian splits venv and pip off its Python.
make_venv() {
    rm -rf "$venv"
    quietly "$python" -m venv "$venv" && return 0
    quietly "$python" -m venv --without-pip --clear "$venv" &&
        quietly "$python" -m pip --python "$venv/bin/python" install pip && return 0
    quietly "$python" -m virtualenv --clear "$venv" && return 0
    apt_install python3-venv && quietly "$python" -m venv --clear "$venv" && return 0
    { quietly "$python" -m pip install --user virtualenv ||
        quietly "$python" -m pip install --user --break-system-packages virtualenv; } &&
        quietly "$python" -m virtualenv --clear "$venv"
}

need_python() {
    find_python || { apt_install python3 python3-venv && find_python; } || fail \
        "grognard needs Python 3.11, 3.12 or 3.13 (python3), and it is not here. On Debian or Ubuntu: sudo apt-get install python3 python3-venv" \
        "Нужен Python 3.11, 3.12 или 3.13 (python3), а его здесь нет. На Debian или Ubuntu: sudo apt-get install python3 python3-venv"
}

need_venv() {
    suits "$venv/bin/python" && has_pip && return
    need_python
    say "Making .venv with $("$python" --version)..." "Готовлю .venv, $("$python" --version)..."
    make_venv || {
        rm -rf "$venv"
        fail "Python's venv is missing. On Debian or Ubuntu: sudo apt-get install python3-venv (details: $log)" \
            "Не хватает venv для Python. На Debian или Ubuntu: sudo apt-get install python3-venv (подробности: $log)"
    }
}

# What an installation came from: another pyproject.toml, folder or Python means installing again.
fingerprint() {
    { cat "$root/pyproject.toml" && printf '%s\n' "$root" && "$venv/bin/python" --version; } | cksum
}

# set_up EXTRA...: everything needed is there afterwards. Nothing is done, and no network asked, when it was.
set_up() {
    local extra missing='' print
    log=${TMPDIR:-/tmp}/grognard-setup-$(id -u).log
    if [ -x "$venv/bin/python" ] && suits "$venv/bin/python"; then
        print=$(fingerprint)
        for extra in "$@"; do
            grep -qsxF "$extra $print" "$stamp" || missing=yes
        done
        [ -n "$missing" ] || return 0
    fi
    : >"$log"
    need_venv
    print=$(fingerprint)
    say "Installing what grognard needs (once)..." "Ставлю всё нужное (один раз)..."
    quietly "$venv/bin/python" -m pip install --disable-pip-version-check -e "$root[$(IFS=,; echo "$*")]" || {
        grep -iE '^ *error|no such|not found' "$log" | tail -n 3 >&2
        fail "The installation failed; is the network there? The whole story: $log" \
            "Установка не удалась; есть ли сеть? Подробности: $log"
    }
    grep -sF " $print" "$stamp" >"$stamp.new" || true
    printf "%s $print\n" "$@" >>"$stamp.new"
    mv "$stamp.new" "$stamp"
}

has_postgresql() { command -v initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb'; }
has_chromium() { command -v chromium || command -v chromium-browser; }

# What the tests need besides Python: a browser and a database. A root on Debian gets them, anybody else is told.
need_for_tests() {
    local missing=()
    log=${TMPDIR:-/tmp}/grognard-setup-$(id -u).log
    has_postgresql >/dev/null || missing+=(postgresql)
    has_chromium >/dev/null || missing+=(chromium)
    [ ${#missing[@]} = 0 ] || apt_install "${missing[@]}" || fail \
        "The tests need: ${missing[*]}. On Debian or Ubuntu: sudo apt-get install ${missing[*]}" \
        "Для проверок нужны: ${missing[*]}. На Debian или Ubuntu: sudo apt-get install ${missing[*]}"
}
