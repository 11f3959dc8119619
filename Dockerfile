# The command alone: the bundle needs nothing but Node.
FROM node:22-slim AS build
WORKDIR /src
COPY . .
RUN npx --yes pnpm@12 install --frozen-lockfile && npx --yes pnpm@12 build

FROM node:22-slim
WORKDIR /app
COPY --from=build /src/packages/mcp-pruner/package.json ./
COPY --from=build /src/packages/mcp-pruner/dist ./dist
USER node
EXPOSE 8006
ENTRYPOINT ["node", "dist/index.js"]
CMD ["serve"]
