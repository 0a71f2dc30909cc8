import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { clientPatchSchema } from '#domain/settings/client.schema.ts'
import { whiteLabelSchema } from '#domain/settings/white-label.schema.ts'
import { configuredConnectors, unusedConnectors } from '#domain/connector/configured-connectors.ts'
import { languages } from '#domain/kernel/languages.ts'
import { patchRootDetailCall } from '#sync/calls/settings.ts'

const root = path.join(import.meta.dirname, '../..')

/** What shows, keeps or describes settings, and does nothing by them. */
const keepers =
  /\.test\.|fixture|\/migrations\/|staff\/features\/settings\/|\/features\/client\/|root-detail-queries|white-label-queries|user-queries|db\/(?:demo|tables)|schema\.ts$/

/** Settings that the database itself goes by, and the file of its migrations in which it does. */
const inDatabase: Readonly<Record<string, string>> = { sameImeiHeld: 'baseline/payment-release.sql' }

/** Settings that nothing in the program goes by, and the text at their field that says so. */
const withoutEffect: Readonly<Record<string, readonly [string, string, string]>> = {
  emailDPO: ['client', 'form', 'emailDPOText'],
  tagPriceEnabled: ['settings', 'tim', 'tagPriceHint'],
  trackingTags: ['client', 'form', 'trackingTagsText'],
  transportContractHolder: ['client', 'form', 'transportText'],
}

const columnOf = (name: string): string => name.replaceAll(/([A-Z]+)/g, (big) => `_${big.toLowerCase()}`)

const settings = [patchRootDetailCall.body, whiteLabelSchema, clientPatchSchema]
  .flatMap((schema) => Object.keys(schema.shape))
  .filter((name) => name !== 'version')

const sources = globSync('{api,domain,web}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !keepers.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))

it('every setting of an account has an effect, or its field says that it has none', () => {
  const idle = [...new Set(settings)].filter((name) => {
    const named = new RegExp(`\\b(?:${name}|${columnOf(name)})\\b`)
    const file = inDatabase[name]
    if (file !== undefined) {
      const text = readFileSync(path.join(root, 'api/db/migrations', file), 'utf8')
      return !new RegExp(`where .*\\b${columnOf(name)}\\b`, 's').test(text)
    }
    return !sources.some((source) => named.test(source))
  })
  expect(idle.toSorted()).toEqual(Object.keys(withoutEffect))
})

it.each(Object.entries(withoutEffect))('%s is said to have no effect, in each language, at its field', (_, place) => {
  const [context, group, key] = place
  const words =
    /no effect|no screen|sans effet|pas encore d’effet|n’en dépendent pas|Wirkung|kein Bildschirm|effect|geen scherm/i
  for (const language of languages) {
    const texts = JSON.parse(readFileSync(path.join(root, 'public/locales', language, `${context}.json`), 'utf8')) as {
      readonly [group: string]: Readonly<Record<string, string>> | undefined
    }
    expect(texts[group]?.[key], language).toMatch(words)
  }
  const shown = globSync('web/staff/features/{client,settings}/**/*.tsx', { cwd: root })
    .filter((file) => !/\.test\.|fixture/.test(file))
    .some((file) => readFileSync(path.join(root, file), 'utf8').includes(`$.${group}.${key}`))
  expect(shown).toBe(true)
})

/** What keeps and shows configurations of connectors, and sends nothing by them. */
const configurationRepositories =
  /\.test\.|-repository\.ts$|carrier-(?:changes|routes)\.ts$|payment-routes\.ts$|\/features\/connector\//

/** Columns of properties that are lists of rows. */
const columns: Readonly<Record<string, string>> = { circuitIds: 'circuit_id', shippingMethodIds: 'shipping_method_id' }

const users = { payment: '{features,adapters}/payment', transport: '{features/delivery,adapters/carrier}' } as const

describe.each(configuredConnectors.filter(({ isUsed }) => isUsed))('the connector $id', ({ id, properties }) => {
  const code = globSync(`api/${users[id as keyof typeof users]}/**/*.ts`, { cwd: root })
    .filter((file) => !configurationRepositories.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))

  it.each(properties.map(({ name }) => name))('goes by its property %s', (name) => {
    const used = new RegExp(`\\b(?:${name}|${columns[name] ?? columnOf(name)})\\b`)
    expect(code.some((source) => used.test(source))).toBe(true)
  })
})

it('connectors that nothing goes by say on their pages what is done instead, each in every language', () => {
  for (const language of languages) {
    const file = readFileSync(path.join(root, 'public/locales', language, 'connector.json'), 'utf8')
    const { unusedTexts } = JSON.parse(file) as { readonly unusedTexts: Readonly<Record<string, string>> }
    expect(Object.keys(unusedTexts).toSorted(), language).toEqual(unusedConnectors.toSorted())
  }
  const page = readFileSync(path.join(root, 'web/staff/features/connector/configurations-page.tsx'), 'utf8')
  expect(page).toContain('$.unusedTexts[')
})
