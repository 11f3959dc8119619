// The platform parts of the SDK's server, substituted by scripts/bundle.mjs: a
// validator that interprets schemas instead of the default, which compiles them and alone is a fifth of what a
// start loads. No tool is registered with the SDK, so there is hardly ever a schema to check.
export { default as process } from 'node:process'
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker'
