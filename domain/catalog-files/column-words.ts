import { grades } from '../catalog/grade.ts'
import type { CatalogColumn, CatalogContent } from './catalog-columns.ts'
import { plainWords } from './plain-words.ts'

type Words<Content extends CatalogContent> = Readonly<Partial<Record<CatalogColumn<Content>, readonly string[]>>>

const letters = { grade_a: 'a', grade_b: 'b', grade_c: 'c', grade_d: 'd', grade_e: 'e' } as const
const prices = Object.fromEntries(
  grades.map((grade) => [
    `price_${grade}`,
    grade === 'functional'
      ? [
          'functional',
          'functional price',
          'fonctionnel',
          'prix fonctionnel',
          'funktional',
          'funktionaler preis',
          'functioneel',
          'functionele prijs',
        ]
      : ['price', 'prix', 'preis', 'prijs', 'grade', 'güteklasse', 'kwaliteit', 'prix grade', 'price grade'].map(
          (word) => `${word} ${letters[grade]}`,
        ),
  ]),
) as unknown as Readonly<Record<`price_${(typeof grades)[number]}`, readonly string[]>>

/**
 * What people call the columns: the labels of our own forms and tables in the four languages, and words that shops use.
 * A word stands for one column of its file alone.
 */
export const columnWords: { readonly [Content in CatalogContent]: Words<Content> } = {
  categories: {
    id: ['uuid'],
    identifier: ['identifiant', 'kennung', 'identificatie', 'slug'],
    name: ['nom', 'naam', 'libellé', 'label', 'bezeichnung'],
    parent_identifier: [
      'parent category',
      'catégorie parente',
      'übergeordnete kategorie',
      'bovenliggende categorie',
      'parent',
    ],
    buyer_external_id: ['buyer', 'repreneur', 'aufkäufer', 'opkoper'],
    status: ['statut'],
    description: ['beschreibung', 'beschrijving'],
    children_description: [
      'text above the subcategories',
      'texte au dessus des sous catégories',
      'text über den unterkategorien',
      'tekst boven de subcategorieën',
    ],
    highlighted_instruction: ['consigne mise en avant', 'hervorgehobener hinweis', 'uitgelichte instructie'],
    image_alt: [
      'alternative text of the image',
      'texte de remplacement de l image',
      'alternativtext des bildes',
      'alternatieve tekst van de afbeelding',
    ],
    default_weight_grams: [
      'maximum weight',
      'poids maximum',
      'höchstgewicht',
      'maximumgewicht',
      'weight',
      'poids',
      'gewicht',
    ],
    default_height_cm: ['height', 'hauteur', 'höhe', 'hoogte'],
    default_length_cm: ['length', 'longueur', 'länge', 'lengte'],
    default_width_cm: ['width', 'largeur', 'breite', 'breedte'],
    absorption_type: ['type of absorption', 'type d absorption', 'art der absorption', 'soort absorptie'],
    absorption_value: ['value', 'valeur', 'wert', 'waarde'],
    absorption_max: [
      'maximum absorbed amount',
      'montant absorbé au plus',
      'höchstens getragener betrag',
      'hoogstens geabsorbeerd bedrag',
    ],
  },
  products: {
    id: ['uuid'],
    label: [
      'name',
      'nom',
      'naam',
      'libellé',
      'produit',
      'product',
      'produkt',
      'désignation',
      'bezeichnung',
      'omschrijving',
    ],
    brand: ['marque', 'marke', 'merk'],
    manufacturer_model: [
      'manufacturer s model',
      'modèle du fabricant',
      'modell des herstellers',
      'model van de fabrikant',
      'model',
      'modèle',
      'modell',
    ],
    buyer_reference: [
      'buyer s reference',
      'référence du repreneur',
      'referenz des aufkäufers',
      'referentie van de opkoper',
      'reference',
      'référence',
      'referenz',
      'referentie',
      'ref',
      'réf',
      'sku',
    ],
    gtin: [
      'ean',
      'ean or gtin',
      'ean ou gtin',
      'ean oder gtin',
      'ean of gtin',
      'ean13',
      'ean 13',
      'code ean',
      'barcode',
      'code barres',
    ],
    tac_codes: ['codes tac', 'tac', 'code tac'],
    main_category: [
      'catégorie principale',
      'hauptkategorie',
      'hoofdcategorie',
      'category',
      'catégorie',
      'kategorie',
      'categorie',
    ],
    secondary_categories: ['other categories', 'autres catégories', 'weitere kategorien', 'andere categorieën'],
    status: ['statut'],
    simple: ['simple product', 'produit simple', 'einfaches produkt', 'eenvoudig product'],
    imei_collect: ['ask for the imei', 'demander l imei', 'imei abfragen', 'imei vragen'],
    buyback_zero_not_allowed: [
      'refuse a buyback at 0',
      'refuser une reprise à 0',
      'ankauf für 0 ablehnen',
      'inruil voor 0 weigeren',
    ],
    comment: ['commentaire', 'kommentar', 'opmerking'],
    height_cm: ['height', 'hauteur', 'höhe', 'hoogte'],
    length_cm: ['length', 'longueur', 'länge', 'lengte'],
    width_cm: ['width', 'largeur', 'breite', 'breedte'],
    weight_grams: ['weight', 'poids', 'gewicht'],
    ...prices,
  },
  diagnostic: {
    title: ['question', 'frage', 'vraag', 'titre', 'titel'],
    how_to_test: ['comment tester', 'so wird geprüft', 'hoe testen'],
    description: ['beschreibung', 'beschrijving'],
    categories: ['catégories', 'kategorien', 'categorieën'],
    answer_name: ['answer', 'réponse', 'antwort', 'antwoord'],
    best_grade: [
      'best possible grade',
      'meilleur grade possible',
      'beste mögliche güteklasse',
      'best mogelijke kwaliteit',
    ],
    impact_type: ['effect on the price', 'effet sur le prix', 'wirkung auf den preis', 'effect op de prijs'],
    impact_cap: ['limit of the effect', 'plafond de l effet', 'obergrenze der wirkung', 'grens van het effect'],
    is_last: [
      'no question after this answer',
      'aucune question après cette réponse',
      'keine frage nach dieser antwort',
      'geen vraag na dit antwoord',
    ],
  },
}

/** The columns of each file by the words for them. */
const columnsByWord = new Map<CatalogContent, ReadonlyMap<string, string>>()

function columnsCalled(content: CatalogContent): ReadonlyMap<string, string> {
  const words: Readonly<Record<string, readonly string[]>> = columnWords[content]
  const known =
    columnsByWord.get(content) ??
    new Map(Object.entries(words).flatMap(([column, each]) => each.map((word) => [plainWords(word), column] as const)))
  columnsByWord.set(content, known)
  return known
}

/** The column of a file that a name means: its own name, or a word of one of the languages for it; null for another. */
export function findNamedColumn(content: CatalogContent, columns: readonly string[], name: string): string | null {
  const asked = plainWords(name)
  if (asked === '') return null
  const own = columns.find((column) => column === name || column.replaceAll('_', ' ') === asked)
  if (own !== undefined) return own
  const called = columnsCalled(content).get(asked)
  return called !== undefined && columns.includes(called) ? called : null
}
