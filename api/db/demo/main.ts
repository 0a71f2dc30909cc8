import { parseArgs } from 'node:util'
import { readMasterKey } from '#api/adapters/vault/master-key.ts'
import { createVault } from '#api/adapters/vault/vault.ts'
import { readConfig, withFiles } from '#api/config.ts'
import { demoPassword, loadDemo } from './load-demo.ts'

async function main(): Promise<void> {
  const ownerUrl = withFiles(process.env).DATABASE_OWNER_URL
  if (!ownerUrl) throw new Error('DATABASE_OWNER_URL must be set: the demo is loaded as the owner of the tables.')
  const { values } = parseArgs({ options: { items: { type: 'string' }, seed: { type: 'string' } } })
  const items = wholeNumber('items', values.items)
  const seed = wholeNumber('seed', values.seed)
  const startedAt = performance.now()
  const config = readConfig(process.env)
  const vault = createVault(readMasterKey(config), config.otherMasterKeys)
  const result = await loadDemo({
    ownerUrl,
    vault,
    ...(items === undefined ? {} : { items }),
    ...(seed === undefined ? {} : { seed }),
    onProgress: (made, wanted) => {
      if (wanted > 25_000) console.log(`${made.toLocaleString('en')} of ${wanted.toLocaleString('en')} items`)
    },
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    result.itemsAdded === 0
      ? `The demo account is there already, with ${result.itemsTotal.toLocaleString('en')} items.`
      : `Made ${result.itemsAdded.toLocaleString('en')} items in ${seconds} s; the demo account holds ` +
          `${result.itemsTotal.toLocaleString('en')}. Password of every sign-in: ${demoPassword}`,
  )
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 10_000_000)
    throw new Error(`--${name} takes a whole number up to 10,000,000, not «${text}».`)
  return value
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
