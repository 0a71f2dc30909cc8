import type { Language } from '#domain/kernel/languages.ts'
import deBuybacks from '#locales/de-DE/buyback.json' with { type: 'json' }
import deItems from '#locales/de-DE/item.json' with { type: 'json' }
import deWarehouse from '#locales/de-DE/warehouse.json' with { type: 'json' }
import enBuybacks from '#locales/en-GB/buyback.json' with { type: 'json' }
import enItems from '#locales/en-GB/item.json' with { type: 'json' }
import enWarehouse from '#locales/en-GB/warehouse.json' with { type: 'json' }
import frBuybacks from '#locales/fr-FR/buyback.json' with { type: 'json' }
import frItems from '#locales/fr-FR/item.json' with { type: 'json' }
import frWarehouse from '#locales/fr-FR/warehouse.json' with { type: 'json' }
import nlBuybacks from '#locales/nl-BE/buyback.json' with { type: 'json' }
import nlItems from '#locales/nl-BE/item.json' with { type: 'json' }
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
