# syntax=docker/dockerfile:1
# OpenSSL and a shell, for make-certificates.sh.
FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends openssl \
 && rm -rf /var/lib/apt/lists/*
COPY docker/make-certificates.sh /usr/local/bin/make-certificates
ENTRYPOINT ["make-certificates", "/certificates"]
