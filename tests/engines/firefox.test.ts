import { describe } from 'vitest'
import { playInEngine } from '#tests/support/engine-flows.ts'
import { startFirefox } from '#tests/support/firefox-driver.ts'
import { firefox } from '../../scripts/engines.mjs'

const binary = firefox()

describe.skipIf(binary === null)('Firefox', () => {
  playInEngine(() => startFirefox(binary!))
})
