# Sidenote's server, widget and dashboard. Everything it stores is in the volume /data.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
RUN npm install --global pnpm@12.21.0
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch
COPY . .
RUN pnpm --filter "@sidenote/server..." --filter "@sidenote/widget..." --filter "@sidenote/dashboard..." install --frozen-lockfile --offline
RUN pnpm --filter "@sidenote/server..." --filter "@sidenote/widget..." --filter "@sidenote/dashboard..." run build
# Only the server, without development dependencies. It looks for the widget and the dashboard in the folders beside it.
RUN pnpm --filter @sidenote/server deploy --prod --legacy /out/server \
  && mkdir -p /out/widget && cp -R packages/widget/dist /out/widget/dist \
  && mkdir -p /out/dashboard && cp -R apps/dashboard/dist /out/dashboard/dist \
  && find /out -type f \( -name '*.tsbuildinfo' -o -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM node:24.21.0-alpine
# Sources and the agent use git to read and write repositories.
RUN apk add --no-cache git \
  && rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
  && mkdir /data && chown node:node /data && chmod 700 /data
COPY --from=build /out /srv/sidenote
RUN ln -s /srv/sidenote/server/dist/cli.js /usr/local/bin/sidenote && chmod +x /srv/sidenote/server/dist/cli.js
USER node
WORKDIR /data
ENV NODE_ENV=production SIDENOTE_HOST=0.0.0.0 SIDENOTE_PORT=4000 SIDENOTE_DATA=/data
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SIDENOTE_PORT}/healthz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "/srv/sidenote/server/dist/cli.js", "serve"]
