import type { i18n } from 'i18next'
import type { Config } from '#sync/wire/pull.ts'
import { stockName } from '#web/lib/stock-name.ts'
import type { Engine } from '#web/local/engine/engine.ts'

/**
 * An engine whose configuration names stocks as its user reads them. It stays the same in another language, so that what
 * is under way on a screen goes on.
 */
export function withShownStocks(engine: Engine, texts: i18n): Engine {
  const config = perLanguage(texts, (stored: Config): Config => ({ ...stored, stocks: shownStocks(stored, texts) }))
  const info = perLanguage(texts, (stored: NonNullable<ReturnType<Engine['copyInfo']>>) => ({
    ...stored,
    config: config(stored.config) ?? stored.config,
  }))
  return { ...engine, config: () => config(engine.config()), copyInfo: () => info(engine.copyInfo()) }
}

/** By warehouse and name, as the server orders the stored ones. */
function shownStocks({ stocks }: Config, texts: i18n): Config['stocks'] {
  const place = ({ warehouseId, name }: Config['stocks'][number]): string => `${warehouseId} ${name.toLowerCase()}`
  return stocks
    .map((stock) => ({ ...stock, name: stockName(stock, texts) }))
    .toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}

/** What is made of a value; another one only where the value or the language is another. */
function perLanguage<T extends object>(texts: i18n, make: (value: T) => T): (value: T | null) => T | null {
  let last: { readonly of: T; readonly language: string; readonly made: T } | null = null
  return (value) => {
    if (value === null) return null
    const { language } = texts
    if (last?.of !== value || last.language !== language) last = { of: value, language, made: make(value) }
    return last.made
  }
}
