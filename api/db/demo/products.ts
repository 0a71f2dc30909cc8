import { gs1CheckDigit } from '#domain/kernel/check-digit.ts'
import { productNames } from './product-names.ts'
import type { Random } from './random.ts'

/** A product before it has an id. */
export interface DemoProduct {
  readonly category: string
  readonly brand: string
  readonly label: string
  readonly model: string | null
  readonly gtin: string
  readonly tac: string | null
  readonly imeiCollect: boolean
  readonly simple: boolean
  /** Price of grade A in cents. */
  readonly priceCents: number
}

// A simple product has one price and no questions.
const simpleCategories = ['objectifs', 'enceintes', 'liseuses']
const imeiCategories = ['smartphones']

/** Reads the list of names; codes are drawn, each once, with valid check digits. */
export function demoProducts(random: Random): readonly DemoProduct[] {
  const used = new Set<string>()
  const once = (draw: () => string): string => {
    for (;;) {
      const code = draw()
      if (used.has(code)) continue
      used.add(code)
      return code
    }
  }
  return Object.entries(productNames).flatMap(([category, brands]) =>
    Object.entries(brands).flatMap(([brand, lines]) => {
      const prefix = String(random.between(300, 379)) + random.digits(4)
      return parseLines(lines).map(({ name, model, priceCents }) => {
        const body = once(() => prefix + random.digits(5))
        const imeiCollect = imeiCategories.includes(category)
        return {
          category,
          brand,
          label: name.startsWith(brand) ? name : `${brand} ${name}`,
          model,
          gtin: body + gs1CheckDigit(body),
          tac: imeiCollect ? once(() => `35${random.digits(6)}`) : null,
          imeiCollect,
          simple: simpleCategories.includes(category),
          priceCents,
        }
      })
    }),
  )
}

interface NamedModel {
  readonly name: string
  readonly model: string | null
  readonly priceCents: number
}

function parseLines(lines: string): readonly NamedModel[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [title = '', price = '', variants = ''] = line.split('; ')
      const [name = '', model = null] = title.split(' #')
      return variants.split(', ').map((variant) => {
        const [, label = '', extra = '0'] = /^(.*?)(?: ([+-]\d+))?$/.exec(variant) ?? []
        const full = label === 'Standard' ? name : `${name} ${label}`
        return { name: full, model, priceCents: (Number(price) + Number(extra)) * 100 }
      })
    })
}

const factors = { grade_a: 1, grade_b: 0.86, grade_c: 0.7, grade_d: 0.48, grade_e: 0.2, functional: 0.75 } as const

/** Prices of a product for each grade that it has, in whole euros. */
export function pricesOf(product: DemoProduct): readonly { readonly grade: string; readonly priceCents: number }[] {
  const grades = product.simple ? (['functional'] as const) : (Object.keys(factors) as (keyof typeof factors)[])
  return grades.map((grade) => ({
    grade,
    priceCents: Math.round((product.priceCents * factors[grade]) / 100) * 100,
  }))
}
