import { useTranslation } from 'react-i18next'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { languages } from '#domain/kernel/languages.ts'
import { languageName } from '#web/staff/ui/form/language-name.ts'

/** Writer of a column's name in words: as the forms of the catalog call what it holds, with its language if it has one. */
export function useColumnLabel(content: CatalogContent): (column: string) => string {
  const { t } = useTranslation('catalog')
  const labels: Readonly<Record<CatalogContent, Readonly<Record<string, string>>>> = {
    products: {
      id: 'UUID',
      label: t(($) => $.product.label),
      brand: t(($) => $.product.brand),
      manufacturer_model: t(($) => $.product.manufacturerModel),
      buyer_reference: t(($) => $.product.buyerReference),
      gtin: t(($) => $.product.gtin),
      tac_codes: t(($) => $.product.tacCodes),
      main_category: t(($) => $.product.mainCategory),
      secondary_categories: t(($) => $.product.secondaryCategories),
      status: t(($) => $.column.status),
      simple: t(($) => $.product.simple),
      imei_collect: t(($) => $.product.imeiCollect),
      buyback_zero_not_allowed: t(($) => $.product.buybackZeroNotAllowed),
      comment: t(($) => $.product.comment),
      height_cm: t(($) => $.product.heightCm),
      length_cm: t(($) => $.product.lengthCm),
      width_cm: t(($) => $.product.widthCm),
      weight_grams: t(($) => $.product.weightGrams),
      price_functional: t(($) => $.price.functional),
      price_grade_a: t(($) => $.price.grade_a),
      price_grade_b: t(($) => $.price.grade_b),
      price_grade_c: t(($) => $.price.grade_c),
      price_grade_d: t(($) => $.price.grade_d),
      price_grade_e: t(($) => $.price.grade_e),
    },
    categories: {
      id: 'UUID',
      identifier: t(($) => $.category.identifier),
      name: t(($) => $.category.name),
      parent_identifier: t(($) => $.category.parent),
      buyer_external_id: t(($) => $.category.buyer),
      status: t(($) => $.column.status),
      description: t(($) => $.category.description),
      children_description: t(($) => $.category.childrenDescription),
      highlighted_instruction: t(($) => $.category.highlightedInstruction),
      image_alt: t(($) => $.category.imageAlt),
      default_weight_grams: t(($) => $.category.defaultWeightGrams),
      default_height_cm: t(($) => $.category.defaultHeightCm),
      default_length_cm: t(($) => $.category.defaultLengthCm),
      default_width_cm: t(($) => $.category.defaultWidthCm),
      absorption_type: t(($) => $.category.absorptionType),
      absorption_value: t(($) => $.category.absorptionValue),
      absorption_max: t(($) => $.category.absorptionMax),
    },
    diagnostic: {
      title: t(($) => $.questions.question),
      how_to_test: t(($) => $.questions.howToTest),
      description: t(($) => $.questions.description),
      categories: t(($) => $.categories.title),
      answer_name: t(($) => $.questions.answers),
      best_grade: t(($) => $.questions.bestGrade),
      impact_type: t(($) => $.questions.effect),
      impact_value: t(($) => $.rePrice.value),
      impact_cap: t(($) => $.questions.cap),
      is_last: t(($) => $.questions.isLast),
    },
  }
  return (column) => {
    const plain = labels[content][column]
    if (plain !== undefined) return plain
    const language = languages.find((one) => column.endsWith(`_${one.toLowerCase().replace('-', '_')}`))
    const base = language === undefined ? undefined : labels[content][column.slice(0, -language.length - 1)]
    // What has no word of its own, an id or a description among several, is called as in the file.
    return language === undefined || base === undefined ? column : `${base} (${languageName(language)})`
  }
}
