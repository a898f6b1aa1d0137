# The war room as one container: docker build -t grognard . && docker run -p 127.0.0.1:8000:8000 -v grognard:/data grognard
FROM python:3.12-slim
WORKDIR /srv/grognard
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN pip install --no-cache-dir ".[lab,web]" && useradd --create-home grognard && mkdir /data && chown grognard /data
USER grognard
ENV GROGNARD_DATA=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health')"]
CMD ["grognard", "serve", "--host", "0.0.0.0", "--proxy"]
