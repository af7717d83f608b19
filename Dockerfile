# Sayback and what it runs on. The commands are those of a newcomer; `npm run test:image` follows them in empty folders.

FROM node:24-bookworm-slim AS build
WORKDIR /sayback
COPY . .
RUN npm ci && npm run build
# What was needed for building alone goes again, the built files stay.
# The image has its Node already.
RUN npm ci --omit=dev -w @sayback/server -w @sayback/contract -w @sayback/grading -w @sayback/speech -w @sayback/subtitles \
    -w @sayback/embedded-postgres \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node \
  && rm -rf apps/server/src apps/server/dist/types apps/server/dist/demo packages/*/src

FROM node:24-bookworm-slim
# Thumbnails, waveforms, speech profiles and the sound of decks are made with it.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
WORKDIR /sayback
COPY --from=build /sayback/package.json /sayback/LICENSE ./
COPY --from=build /sayback/node_modules node_modules
COPY --from=build /sayback/packages packages
COPY --from=build /sayback/apps/server apps/server
COPY --from=build /sayback/apps/web/dist apps/web/dist
COPY --from=build /sayback/deploy/is-ready.mjs deploy/is-ready.mjs
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
# Nothing is written elsewhere than here and in /tmp: the rest may be read-only.
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD node deploy/is-ready.mjs
CMD ["node", "apps/server/dist/main.js"]
