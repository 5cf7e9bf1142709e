# playctl with its libraries, for CI:
#
#   docker build -t playctl .
#   docker run --rm -v "$PWD:/work:ro" -w /work playctl play film/index.m3u8
#
# `make dockerfile` runs the RUN lines without Docker.
FROM swift:6.3-bookworm AS build
WORKDIR /source
COPY Scripts/install-dependencies Scripts/install-dependencies
RUN apt-get update -q \
    && apt-get install -q -y --no-install-recommends make \
    && Scripts/install-dependencies \
    && rm -rf /var/lib/apt/lists/*
COPY . .
RUN make install PREFIX=/usr DESTDIR=/installed

FROM debian:bookworm-slim
RUN apt-get update -q \
    && apt-get install -q -y --no-install-recommends \
        ca-certificates libavcodec59 libavformat59 libavutil57 libcurl4 libexpat1 \
        libmicrohttpd12 libsqlite3-0 libssl3 libsystemd0 libxxhash0 libyaml-0-2 zlib1g \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home playctl
COPY --from=build /installed/usr /usr
USER playctl
WORKDIR /home/playctl
ENTRYPOINT ["playctl"]
