import { compareText, sortedBy, windowOf } from '#api/http/list-page.ts'
import { wordsOf } from '#domain/catalog/search-words.ts'
import type { CategoryListQuery, ListedCategory } from '#sync/calls/category.ts'

type Field = keyof CategoryListQuery['order']

const compare: Readonly<Record<Field, (a: ListedCategory, b: ListedCategory) => number>> = {
  name: (a, b) => compareWords(a.name, b.name),
  identifier: (a, b) => compareWords(a.identifier, b.identifier),
  status: (a, b) => compareWords(a.status, b.status),
  numberOfProducts: (a, b) => a.numberOfProducts - b.numberOfProducts,
  numberOfPublishedProducts: (a, b) => a.numberOfPublishedProducts - b.numberOfPublishedProducts,
}

/** The page of the categories that a list asks for (CAT-16), which come in the order of the tree. */
export function pageOfCategories(
  categories: readonly ListedCategory[],
  query: CategoryListQuery,
): { readonly members: readonly ListedCategory[]; readonly total: number | null } {
  const { search, status, parentId, order } = query
  const asked = search === undefined ? '' : plain(search)
  const found = categories.filter(
    (category) =>
      (plain(category.name).includes(asked) || category.identifier.includes(asked)) &&
      (status === undefined || status.includes(category.status)) &&
      (parentId === undefined || category.parentId === parentId),
  )
  const { limit, offset } = windowOf(query)
  return {
    members: sortedBy(found, compare, order).slice(offset, offset + limit),
    total: query.partial ? null : found.length,
  }
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function compareWords(a: string, b: string): number {
  return compareText(wordsOf(a).join(' '), wordsOf(b).join(' '))
}
