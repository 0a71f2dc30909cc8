// `npm run simulate -- --seconds N [--seed S]`: the sync simulation for as long as asked, outside the test run.
import path from 'node:path'
import { endWith, projectEnvironment, projectNode, projectRoot, run } from './process.mjs'

const script = path.join(projectRoot, 'tests', 'sync', 'simulate.ts')
run(projectNode(), [script, ...process.argv.slice(2)], { env: projectEnvironment() }).then(
  (code) => process.exit(code),
  endWith,
)
