// Starts the pruning worker where nothing has been built: in tests and benchmarks. A loader named on the
// command line does not reach the entry point of a thread on Node 20, so it is registered here.
import { register } from 'tsx/esm/api'

register()
await import('./prune-worker.ts')
