import { describe } from 'vitest'
import { playInEngine } from '#tests/support/engine-flows.ts'
import { webkitEngine } from '#tests/support/webkit-driver.ts'
import { webkit } from '../../scripts/engines.mjs'

const installed = webkit()

describe.skipIf(installed === null)('WebKit', () => {
  playInEngine(() => webkitEngine(installed!))
})
