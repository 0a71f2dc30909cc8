import { expect, it } from 'vitest'
import { config } from '#tests/support/rows.ts'
import { startTexts } from '#web/lib/every-text.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { withShownStocks } from './shown-stocks.ts'

const own = { id: 'own', warehouseId: config.stocks[0]!.warehouseId, name: 'Étagère 3', native: null, location: null }
const stored = { ...config, stocks: [...config.stocks, own] }

it('native stocks bear their names in the user’s language, and those of the warehouse the name that was given', async () => {
  const texts = await startTexts('fr-FR', ['warehouse'])
  const info = { config: stored }
  const engine = withShownStocks({ config: () => stored, copyInfo: () => info } as unknown as Engine, texts)
  const names = () =>
    engine
      .config()!
      .stocks.filter(({ warehouseId }) => warehouseId === own.warehouseId)
      .map(({ name }) => name)
  expect(names()).toEqual([
    'Quarantaine',
    'Reconditionnement terminé',
    'Retour client',
    'À contrôler',
    'À reconditionner',
    'Étagère 3',
  ])
  expect(engine.config()).toBe(engine.config())
  expect(engine.copyInfo()).toBe(engine.copyInfo())
  expect(engine.copyInfo()!.config).toBe(engine.config())
  await texts.changeLanguage('de-DE')
  expect(names()).toEqual([
    'Aufbereitung abgeschlossen',
    'Aufzubereiten',
    'Kundenrücksendung',
    'Quarantäne',
    'Zu prüfen',
    'Étagère 3',
  ])
})

it('there is no configuration before the copy', async () => {
  const texts = await startTexts('fr-FR', ['warehouse'])
  const engine = withShownStocks({ config: () => null, copyInfo: () => null } as unknown as Engine, texts)
  expect([engine.config(), engine.copyInfo()]).toEqual([null, null])
})
