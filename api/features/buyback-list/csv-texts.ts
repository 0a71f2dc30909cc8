import type { Language } from '#domain/kernel/languages.ts'
import deBuybacks from '#locales/de-DE/buybacks.json' with { type: 'json' }
import deItems from '#locales/de-DE/items.json' with { type: 'json' }
import deWarehouse from '#locales/de-DE/warehouse.json' with { type: 'json' }
import enBuybacks from '#locales/en-GB/buybacks.json' with { type: 'json' }
import enItems from '#locales/en-GB/items.json' with { type: 'json' }
import enWarehouse from '#locales/en-GB/warehouse.json' with { type: 'json' }
import frBuybacks from '#locales/fr-FR/buybacks.json' with { type: 'json' }
import frItems from '#locales/fr-FR/items.json' with { type: 'json' }
import frWarehouse from '#locales/fr-FR/warehouse.json' with { type: 'json' }
import nlBuybacks from '#locales/nl-BE/buybacks.json' with { type: 'json' }
import nlItems from '#locales/nl-BE/items.json' with { type: 'json' }
import nlWarehouse from '#locales/nl-BE/warehouse.json' with { type: 'json' }

const texts = {
  'fr-FR': { own: frBuybacks, status: frItems.buybackStatus, itemStatus: frWarehouse.itemStatus },
  'en-GB': { own: enBuybacks, status: enItems.buybackStatus, itemStatus: enWarehouse.itemStatus },
  'nl-BE': { own: nlBuybacks, status: nlItems.buybackStatus, itemStatus: nlWarehouse.itemStatus },
  'de-DE': { own: deBuybacks, status: deItems.buybackStatus, itemStatus: deWarehouse.itemStatus },
} as const

/** Words of an export in one language: the head and the statuses, as the screens have them. */
export type CsvTexts = (typeof texts)[Language]

/** The words of a language. */
export function csvTexts(language: Language): CsvTexts {
  return texts[language]
}
