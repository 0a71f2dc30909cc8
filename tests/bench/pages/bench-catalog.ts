import type { SearchableProduct } from '#web/local/product-search/search-index.ts'
import { brands, categories, families, variants } from './catalog-words.ts'

/** A catalog like that of the server's bench, the same each time: the first brand has an eighth of it. */
export function benchCatalog(count: number): readonly SearchableProduct[] {
  return Array.from({ length: count }, (_, n) => {
    const share = ((n * 7919) % 1000) / 1000
    const category = categories[n % 20] ?? ''
    const model = `SM-${String.fromCharCode(65 + (n % 26))}${String(Math.floor(n / 26)).padStart(4, '0')}`
    return {
      id: `product-${n}`,
      label: `${families[n % 30]} ${(Math.floor(n / 30) % 40) + 1} ${variants[Math.floor(n / 7) % 8]} ${64 << (n % 4)} Go`,
      brand: brands[Math.floor(30 * share ** 1.7)] ?? null,
      model,
      image: null,
      categoryId: `category-${n % 20}`,
      categoryName: category,
      bestPriceCents: 1000 + ((n * 104_729) % 90_000),
      categoryIds: [`category-${n % 20}`],
      categoryNames: [category],
      codes: [String(3_000_000_000_000 + n * 7), model, `RF-${n}`],
    }
  })
}
