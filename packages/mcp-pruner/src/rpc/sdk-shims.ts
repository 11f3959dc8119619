// What the SDK's server takes from its platform, put in the place of its own choice by scripts/bundle.mjs: a
// validator that reads schemas instead of the default, which compiles them and alone is a fifth of what a
// start loads. No tool is registered with the SDK, so there is hardly ever a schema to check.
export { default as process } from 'node:process'
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker'
