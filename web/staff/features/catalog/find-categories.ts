import { withAncestors } from '#domain/catalog/category-tree.ts'
import type { ListedCategory } from '#sync/calls/category.ts'
import { plain } from '#web/staff/ui/form/tree-options.ts'

type Named = Pick<ListedCategory, 'id' | 'parentId' | 'name' | 'identifier'>

/**
 * The categories whose name or identifier contains the text, without regard to case and accents, with all above them.
 */
export function findCategories<Category extends Named>(
  categories: readonly Category[],
  search: string,
): readonly Category[] {
  const asked = plain(search)
  if (asked === '') return categories
  return withAncestors(categories, ({ name, identifier }) => plain(name).includes(asked) || identifier.includes(asked))
}
