import { amount, percent, type ClientTemplate } from './client-template.ts'
import { deviceRefurbQuestions, deviceSteps, sharedQuestions } from './shared-questions.ts'

const { power, screen, body, unlocked, accessories } = sharedQuestions

/** Computers and consoles. */
export const computers: ClientTemplate = {
  categories: [
    {
      identifier: 'computers',
      name: ['Informatique', 'Computers', 'Computers', 'Computer'],
      parent: null,
    },
    {
      identifier: 'laptops',
      name: ['Ordinateurs portables', 'Laptops', 'Laptops', 'Laptops'],
      parent: 'computers',
      weightGrams: 2600,
      sizeCm: [42, 32, 8],
      questions: ['power', 'screen', 'body', 'keyboard', 'autonomy', 'unlocked', 'accessories'],
    },
    {
      identifier: 'desktops',
      name: ['Ordinateurs de bureau', 'Desktop computers', 'Desktopcomputers', 'Desktop-Computer'],
      parent: 'computers',
      weightGrams: 9000,
      sizeCm: [50, 45, 25],
      questions: ['power', 'body', 'unlocked', 'accessories'],
    },
    {
      identifier: 'monitors',
      name: ['Écrans', 'Monitors', 'Monitoren', 'Monitore'],
      parent: 'computers',
      weightGrams: 7000,
      sizeCm: [70, 50, 20],
      questions: ['power', 'screen', 'body', 'accessories'],
    },
    {
      identifier: 'game-consoles',
      name: ['Jeux vidéo', 'Games', 'Games', 'Videospiele'],
      parent: null,
    },
    {
      identifier: 'home-consoles',
      name: ['Consoles de salon', 'Home consoles', 'Spelconsoles', 'Heimkonsolen'],
      parent: 'game-consoles',
      weightGrams: 5200,
      sizeCm: [48, 40, 20],
      questions: ['power', 'body', 'controllers', 'unlocked'],
    },
    {
      identifier: 'handheld-consoles',
      name: ['Consoles portables', 'Handheld consoles', 'Draagbare consoles', 'Handheld-Konsolen'],
      parent: 'game-consoles',
      weightGrams: 900,
      sizeCm: [30, 18, 10],
      questions: ['power', 'screen', 'body', 'unlocked', 'accessories'],
    },
  ],
  questions: {
    power,
    screen,
    body,
    unlocked,
    accessories,
    keyboard: {
      title: [
        'Le clavier et le pavé tactile fonctionnent-ils ?',
        'Do the keyboard and the touchpad work?',
        'Werken het toetsenbord en het touchpad?',
        'Funktionieren Tastatur und Touchpad?',
      ],
      howToTest: [
        'Tapez chaque touche dans un document vide.',
        'Press each key in an empty document.',
        'Druk elke toets in een leeg document in.',
        'Drücken Sie jede Taste in einem leeren Dokument.',
      ],
      answers: [
        { name: ['Oui, entièrement', 'Yes, entirely', 'Ja, volledig', 'Ja, vollständig'], best: 'grade_a' },
        {
          name: [
            'Touches usées, mais toutes répondent',
            'Worn keys, but all of them respond',
            'Versleten toetsen, maar alle reageren',
            'Abgenutzte Tasten, aber alle reagieren',
          ],
          best: 'grade_b',
        },
        {
          name: [
            'Une touche ou le pavé ne répond pas',
            'A key or the touchpad does not respond',
            'Een toets of het touchpad reageert niet',
            'Eine Taste oder das Touchpad reagiert nicht',
          ],
          best: 'grade_d',
          impact: percent(-10, -8000),
        },
      ],
    },
    autonomy: {
      title: [
        'Combien de temps tient la batterie ?',
        'How long does the battery last?',
        'Hoelang gaat de batterij mee?',
        'Wie lange hält der Akku?',
      ],
      howToTest: [
        'Débranchez l’ordinateur chargé et lisez l’autonomie annoncée.',
        'Unplug the charged computer and read the time that it names.',
        'Trek de stekker uit de opgeladen computer en lees de resterende tijd.',
        'Ziehen Sie den Stecker des geladenen Computers und lesen Sie die Restzeit.',
      ],
      answers: [
        { name: ['3 heures ou plus', '3 hours or more', '3 uur of meer', '3 Stunden oder mehr'], best: 'grade_a' },
        { name: ['De 1 à 3 heures', '1 to 3 hours', '1 tot 3 uur', '1 bis 3 Stunden'], best: 'grade_b' },
        {
          name: ['Moins d’une heure', 'Less than an hour', 'Minder dan een uur', 'Weniger als eine Stunde'],
          best: 'grade_c',
          impact: percent(-8, -6000),
        },
      ],
    },
    controllers: {
      title: [
        'Combien de manettes en état de marche ?',
        'How many controllers that work?',
        'Hoeveel werkende controllers?',
        'Wie viele funktionierende Controller?',
      ],
      howToTest: [
        'Appairez chaque manette et essayez ses sticks et boutons.',
        'Pair each controller and try its sticks and buttons.',
        'Koppel elke controller en probeer de sticks en knoppen.',
        'Koppeln Sie jeden Controller und testen Sie Sticks und Tasten.',
      ],
      answers: [
        {
          name: ['Deux ou plus', 'Two or more', 'Twee of meer', 'Zwei oder mehr'],
          best: 'grade_a',
          impact: amount(1000),
        },
        { name: ['Une manette', 'One controller', 'Eén controller', 'Ein Controller'], best: 'grade_a' },
        { name: ['Aucune', 'None', 'Geen', 'Keiner'], best: 'grade_b', impact: amount(-2000) },
      ],
    },
  },
  steps: {
    ...deviceSteps,
    keyboard: {
      name: ['Remplacement du clavier', 'Keyboard replacement', 'Toetsenbord vervangen', 'Tastatur ersetzen'],
      description: [
        'Clavier de la langue de vente, puis test de chaque touche.',
        'Keyboard of the language of sale, then a test of each key.',
        'Toetsenbord van de verkooptaal, daarna test van elke toets.',
        'Tastatur der Verkaufssprache, danach Test jeder Taste.',
      ],
    },
    dust: {
      name: [
        'Dépoussiérage et pâte thermique',
        'Dust and thermal paste',
        'Ontstoffen en koelpasta',
        'Staub und Wärmepaste',
      ],
      description: [
        'Ventilateurs nettoyés, pâte renouvelée, température vérifiée.',
        'Fans cleaned, paste renewed, temperature checked.',
        'Ventilatoren gereinigd, pasta vernieuwd, temperatuur gecontroleerd.',
        'Lüfter gereinigt, Paste erneuert, Temperatur geprüft.',
      ],
    },
  },
  refurbQuestions: [
    deviceRefurbQuestions.data,
    deviceRefurbQuestions.screen,
    {
      label: ['Clavier et refroidissement', 'Keyboard and cooling', 'Toetsenbord en koeling', 'Tastatur und Kühlung'],
      type: 'multiple',
      answers: [
        { label: ['Touche défectueuse', 'Faulty key', 'Defecte toets', 'Defekte Taste'], steps: ['keyboard'] },
        { label: ['Bruit ou chaleur', 'Noise or heat', 'Lawaai of warmte', 'Lärm oder Hitze'], steps: ['dust'] },
        { label: ['Batterie faible', 'Weak battery', 'Zwakke batterij', 'Schwacher Akku'], steps: ['battery'] },
      ],
    },
    deviceRefurbQuestions.other,
  ],
}
