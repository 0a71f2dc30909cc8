/** A category of the demo's tree; the identifier of a leaf is the key of its products. */
export interface DemoCategory {
  readonly identifier: string
  readonly name: string
  readonly parent: string | null
  readonly weightGrams?: number
  readonly sizeCm?: readonly [length: number, width: number, height: number]
  /** Keys of its questions, in order. */
  readonly questions?: readonly (keyof typeof demoQuestions)[]
}

interface DemoAnswer {
  readonly name: string
  readonly best: 'grade_a' | 'grade_b' | 'grade_c' | 'grade_d' | 'grade_e'
  readonly impact?: readonly ['percentage' | 'amount', number, number?]
}

interface DemoQuestion {
  readonly title: string
  readonly howToTest: string
  readonly answers: readonly DemoAnswer[]
}

/** Diagnostic questions by key. */
export const demoQuestions = {
  power: {
    title: 'L’appareil s’allume-t-il et fonctionne-t-il normalement ?',
    howToTest: 'Rechargez l’appareil, allumez-le et ouvrez quelques applications.',
    answers: [
      { name: 'Oui, tout fonctionne', best: 'grade_a' },
      { name: 'Il s’allume, mais une fonction est en panne', best: 'grade_d', impact: ['percentage', -15, -15000] },
      { name: 'Non, il ne s’allume pas', best: 'grade_e', impact: ['percentage', -40, -30000] },
    ],
  },
  screen: {
    title: 'Dans quel état est l’écran ?',
    howToTest: 'Éteignez l’écran, nettoyez-le et regardez-le de biais sous une lampe.',
    answers: [
      { name: 'Comme au premier jour, aucune rayure', best: 'grade_a' },
      { name: 'Micro-rayures invisibles écran allumé', best: 'grade_b' },
      { name: 'Rayures visibles écran allumé', best: 'grade_c' },
      { name: 'Fissuré ou avec des taches', best: 'grade_e' },
    ],
  },
  body: {
    title: 'Dans quel état est la coque ?',
    howToTest: 'Retirez la protection et faites le tour de l’appareil.',
    answers: [
      { name: 'Aucune trace', best: 'grade_a' },
      { name: 'Légères traces d’usage', best: 'grade_b' },
      { name: 'Chocs ou rayures profondes', best: 'grade_d' },
      { name: 'Cassée, tordue ou pièce manquante', best: 'grade_e' },
    ],
  },
  battery: {
    title: 'Quelle est la capacité maximale de la batterie ?',
    howToTest: 'Lisez la valeur dans les réglages, à la rubrique Batterie.',
    answers: [
      { name: '90 % ou plus', best: 'grade_a' },
      { name: 'De 80 à 89 %', best: 'grade_b' },
      { name: 'Moins de 80 %', best: 'grade_c', impact: ['percentage', -10, -6000] },
    ],
  },
  unlocked: {
    title: 'L’appareil est-il dissocié de tout compte ?',
    howToTest: 'Désactivez la localisation et déconnectez iCloud, Google ou le compte de la marque.',
    answers: [
      { name: 'Oui, il est réinitialisé', best: 'grade_a' },
      { name: 'Non, mais je peux le faire avant l’envoi', best: 'grade_a' },
    ],
  },
  accessories: {
    title: 'Quels accessoires d’origine l’accompagnent ?',
    howToTest: 'Vérifiez le chargeur, les câbles et la boîte.',
    answers: [
      { name: 'Tous, avec la boîte', best: 'grade_a', impact: ['amount', 500] },
      { name: 'Le chargeur seulement', best: 'grade_a' },
      { name: 'Aucun', best: 'grade_b', impact: ['amount', -500] },
    ],
  },
  wear: {
    title: 'Quel est l’état général ?',
    howToTest: 'Regardez l’objet à la lumière du jour.',
    answers: [
      { name: 'Très peu servi', best: 'grade_a' },
      { name: 'Traces d’usage normales', best: 'grade_b' },
      { name: 'Usure marquée', best: 'grade_c' },
      { name: 'À réparer', best: 'grade_d', impact: ['percentage', -20, -20000] },
    ],
  },
  shutter: {
    title: 'Combien de déclenchements affiche le boîtier ?',
    howToTest: 'Lisez le compteur dans les informations de la dernière photo.',
    answers: [
      { name: 'Moins de 20 000', best: 'grade_a' },
      { name: 'De 20 000 à 80 000', best: 'grade_b' },
      { name: 'Plus de 80 000', best: 'grade_c' },
    ],
  },
} as const satisfies Readonly<Record<string, DemoQuestion>>

const phone = ['power', 'screen', 'body', 'battery', 'unlocked'] as const
const screen = ['power', 'screen', 'body', 'unlocked', 'accessories'] as const
const plain = ['power', 'wear', 'accessories'] as const

/** The tree, parents before children. */
export const demoCategories: readonly DemoCategory[] = [
  { identifier: 'telephonie', name: 'Téléphonie', parent: null },
  category('smartphones', 'Smartphones', 'telephonie', 250, [18, 10, 5], phone),
  { identifier: 'informatique', name: 'Informatique', parent: null },
  category('ordinateurs-portables', 'Ordinateurs portables', 'informatique', 2600, [42, 32, 8], screen),
  category('tablettes', 'Tablettes', 'informatique', 900, [32, 24, 6], screen),
  category('liseuses', 'Liseuses', 'informatique', 400, [22, 16, 5], screen),
  { identifier: 'jeux-video', name: 'Jeux vidéo', parent: null },
  category('consoles-de-salon', 'Consoles de salon', 'jeux-video', 5200, [48, 40, 20], plain),
  category('consoles-portables', 'Consoles portables', 'jeux-video', 900, [30, 18, 10], screen),
  { identifier: 'objets-connectes', name: 'Objets connectés', parent: null },
  category('montres-connectees', 'Montres connectées', 'objets-connectes', 250, [16, 12, 8], phone),
  { identifier: 'audio', name: 'Audio', parent: null },
  category('casques', 'Casques', 'audio', 600, [24, 22, 12], plain),
  category('ecouteurs', 'Écouteurs', 'audio', 200, [14, 12, 6], plain),
  category('enceintes', 'Enceintes', 'audio', 2500, [32, 24, 22], plain),
  { identifier: 'image', name: 'Photo et vidéo', parent: null },
  category(
    'appareils-photo',
    'Appareils photo',
    'image',
    1400,
    [26, 22, 18],
    ['power', 'wear', 'shutter', 'accessories'],
  ),
  category('objectifs', 'Objectifs', 'image', 1100, [24, 16, 16], ['wear']),
  category('drones-et-cameras', 'Drones et caméras', 'image', 1300, [30, 24, 16], plain),
  { identifier: 'mobilite', name: 'Mobilité', parent: null },
  category('velos', 'Vélos', 'mobilite', 24000, [180, 80, 30], ['wear', 'accessories']),
  category('trottinettes', 'Trottinettes', 'mobilite', 16000, [120, 50, 30], plain),
  { identifier: 'maison', name: 'Maison', parent: null },
  category('aspirateurs', 'Aspirateurs', 'maison', 6000, [60, 40, 30], plain),
  category('machines-a-cafe', 'Machines à café', 'maison', 9500, [48, 40, 44], plain),
]

function category(
  identifier: string,
  name: string,
  parent: string,
  weightGrams: number,
  sizeCm: readonly [number, number, number],
  questions: readonly (keyof typeof demoQuestions)[],
): DemoCategory {
  return { identifier, name, parent, weightGrams, sizeCm, questions }
}
