import type { PublicHome } from '#sync/calls/public-catalog.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { wizardPath } from '../kit/wizard-path.ts'
import { formatOf } from '../kit/site.ts'
import { productSearch } from '../screens/search/product-search.ts'
import { stringifySearch } from './address-query.ts'
import type { HeadFacts, PageHead } from './page-head.ts'
import type { WizardData } from './wizard-loader.ts'

/** Head of the public home: who buys back, and how the site is searched, in the account's own words where it has some. */
export function homeHead({ site, origin, loaded }: HeadFacts): PageHead {
  const { name, logo } = site.branding
  const home = `${origin}/home`
  const { metaTitle, metaDescription } = (loaded ?? {}) as Partial<PublicHome>
  return {
    ...(metaTitle ? { wholeTitle: metaTitle } : {}),
    ...(metaDescription ? { description: metaDescription } : {}),
    canonical: '/home',
    structured: {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'Organization', name, url: home, ...(logo === null ? {} : { logo: new URL(logo, origin).href }) },
        {
          '@type': 'WebSite',
          name,
          url: home,
          potentialAction: {
            '@type': 'SearchAction',
            target: `${origin}/buyback/search/products?query={query}`,
            'query-input': 'required name=query',
          },
        },
      ],
    },
  }
}

/** Head of the search. */
export function searchHead({ t, site }: HeadFacts): PageHead {
  return {
    title: t(($) => $.head.search),
    description: t(($) => $.head.searchText, { name: site.branding.name }),
    canonical: '/buyback/search',
  }
}

/** Head of the results: known by what was searched, without the marks of campaigns. */
export function resultsHead({ t, site, search }: HeadFacts): PageHead {
  const { query, category, page } = productSearch(search)
  const address = stringifySearch({ query, category, page })
  return {
    title: query === undefined ? t(($) => $.head.results) : t(($) => $.head.resultsOf, { query }),
    description: t(($) => $.head.resultsText, { name: site.branding.name }),
    canonical: `/buyback/search/products${address}`,
  }
}

/** Head of a product's wizard: its best price, and where it stands in the catalog. */
export function wizardHead({ t, site, origin, loaded, language }: HeadFacts): PageHead {
  if (loaded === undefined) return {}
  const { product } = (loaded as WizardData).facts
  const { name } = site.branding
  const named = productName({ brand: product.brand, productLabel: product.label }) ?? product.label
  const canonical = wizardPath(product)
  const { money } = formatOf(language, site)
  const categories = product.categoryPath.map(({ id, name: label }) => ({
    name: label,
    item: `${origin}/buyback/search/products?category=${id}`,
  }))
  const trail = [...categories, { name: named, item: `${origin}${canonical}` }]
  return {
    title:
      product.bestPriceCents === null
        ? t(($) => $.head.product, { product: named })
        : t(($) => $.head.productUpTo, { product: named, price: money(product.bestPriceCents) }),
    description: t(($) => $.head.productText, { product: named, name }),
    canonical,
    structured: {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: trail.map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
    },
  }
}

/** Head of both lists of categories. */
export function categoriesHead({ t, site }: HeadFacts): PageHead {
  return {
    title: t(($) => $.head.categories),
    description: t(($) => $.head.categoriesText, { name: site.branding.name }),
    canonical: '/buyback/search/category-list',
  }
}

/** Head of the stores. */
export function storesHead({ t, site }: HeadFacts): PageHead {
  return {
    title: t(($) => $.head.stores),
    description: t(($) => $.head.storesText, { name: site.branding.name }),
    canonical: '/available-stores',
  }
}
