import { isNamedBy, isSuggestible } from '#domain/catalog/suggested-name.ts'
import { writtenImei } from '#domain/kernel/imei.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { succeed } from '#domain/kernel/result.ts'
import type { Database } from '#api/db/database.ts'
import { refuse } from '#api/http/failure.ts'
import { readerLanguage } from '#api/http/reader-language.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { mostSuggested, suggestionsCall, type Suggestions } from '#sync/calls/search-suggestions.ts'
import { readCategoryNames } from './public-category-queries.ts'
import { visitorWait, type PublicCatalogDeps } from './public-catalog-deps.ts'
import { searchProducts } from './search-queries.ts'

/** What is proposed while a visitor types, over the index of the search. */
export function createSuggestionRoutes(deps: PublicCatalogDeps): readonly DeclaredRoute[] {
  const { database, searches } = deps
  return [
    route(
      {
        ...suggestionsCall,
        permission: 'visitor',
        openSite: true,
        summary: 'Products, brands and categories for what is being typed',
        refusals: ['ACCESS_THROTTLED'],
        conditional: true,
      },
      async ({ caller, query: { query }, http }) => {
        const { accountId: scope } = caller
        const waitSeconds = await visitorWait(deps, 'suggestion', caller, http.address)
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        const language = readerLanguage(caller, http.headers)
        const text = query.trim()
        // Of a device's number nothing is proposed: it is looked up once, with its own limit.
        if (!isSuggestible(text) || writtenImei(text) !== null) return succeed(none)
        // Case changes nothing that is found: the words of all who type them are one answer.
        const key = text.toLowerCase()
        return searches.answer({ scope, key: [key, language], call: suggestionsCall }, async () =>
          succeed(await suggest(database, scope, { text: key, language })),
        )
      },
    ),
  ]
}

const none: Suggestions = { products: [], brands: [], categories: [], total: 0 }

async function suggest(
  database: Database,
  accountId: string,
  { text, language }: { readonly text: string; readonly language: Language | null },
): Promise<Suggestions> {
  const search = {
    text,
    tac: null,
    categoryId: null,
    brands: null,
    order: [],
    limit: mostSuggested.products,
    offset: 0,
    prefix: true,
    corrects: true,
    language,
  } as const
  const [result, words] = await Promise.all([
    searchProducts(database, accountId, search),
    readCategoryNames(database, accountId, language),
  ])
  const asked = result.correctedQuery ?? text
  const named = (name: string): boolean => isNamedBy(name, asked)
  return {
    products: result.products.map(words.card),
    brands: result.brands.filter(({ value }) => named(value)).slice(0, mostSuggested.names),
    // By either name: the words of the account's language find the category for readers of another one too.
    categories: result.categories
      .map((category) => ({ own: category.name, shown: words.category(category) }))
      .filter(({ own, shown }) => named(own) || named(shown.name))
      .map(({ shown }) => shown)
      .slice(0, mostSuggested.names),
    total: result.total,
  }
}
