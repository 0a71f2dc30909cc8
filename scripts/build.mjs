// `npm run build`: the web app into dist/, whether stale or not.
import { endWith } from './process.mjs'
import { buildWeb } from './web-build.mjs'

buildWeb().then(() => process.exit(0), endWith)
