import {
  amount,
  percent,
  type TemplateQuestion,
  type TemplateRefurbQuestion,
  type TemplateStep,
} from './client-template.ts'

/** Diagnostic questions that several sectors ask. */
export const sharedQuestions = {
  power: {
    title: [
      'L’appareil s’allume-t-il et fonctionne-t-il normalement ?',
      'Does the device start and work as it should?',
      'Start het toestel en werkt het normaal?',
      'Startet das Gerät und funktioniert es normal?',
    ],
    howToTest: [
      'Rechargez l’appareil, allumez-le et ouvrez quelques applications.',
      'Charge the device, start it and open a few applications.',
      'Laad het toestel op, start het en open enkele toepassingen.',
      'Laden Sie das Gerät, starten Sie es und öffnen Sie einige Anwendungen.',
    ],
    answers: [
      {
        name: ['Oui, tout fonctionne', 'Yes, everything works', 'Ja, alles werkt', 'Ja, alles funktioniert'],
        best: 'grade_a',
      },
      {
        name: [
          'Il s’allume, mais une fonction est en panne',
          'It starts, but something does not work',
          'Het start, maar iets werkt niet',
          'Es startet, aber etwas funktioniert nicht',
        ],
        best: 'grade_d',
        impact: percent(-15, -15_000),
      },
      {
        name: ['Non, il ne s’allume pas', 'No, it does not start', 'Neen, het start niet', 'Nein, es startet nicht'],
        best: 'grade_e',
      },
    ],
  },
  screen: {
    title: [
      'Dans quel état est l’écran ?',
      'What condition is the screen in?',
      'In welke staat is het scherm?',
      'In welchem Zustand ist das Display?',
    ],
    howToTest: [
      'Éteignez l’écran, nettoyez-le et regardez-le de biais sous une lampe.',
      'Switch the screen off, clean it and look at it sideways under a lamp.',
      'Schakel het scherm uit, maak het schoon en bekijk het schuin onder een lamp.',
      'Schalten Sie das Display aus, reinigen Sie es und betrachten Sie es schräg unter einer Lampe.',
    ],
    answers: [
      {
        name: ['Comme neuf, aucune rayure', 'Like new, no scratch', 'Als nieuw, geen kras', 'Wie neu, kein Kratzer'],
        best: 'grade_a',
      },
      {
        name: [
          'Micro-rayures invisibles écran allumé',
          'Fine scratches that cannot be seen while it is on',
          'Fijne krassen die onzichtbaar zijn als het aan staat',
          'Feine Kratzer, die eingeschaltet nicht zu sehen sind',
        ],
        best: 'grade_b',
      },
      {
        name: [
          'Rayures visibles écran allumé',
          'Scratches that can be seen while it is on',
          'Krassen die zichtbaar zijn als het aan staat',
          'Kratzer, die eingeschaltet zu sehen sind',
        ],
        best: 'grade_c',
      },
      {
        name: ['Fissuré ou taché', 'Cracked or stained', 'Gebarsten of vlekkerig', 'Gesprungen oder fleckig'],
        best: 'grade_e',
      },
    ],
  },
  body: {
    title: [
      'Dans quel état est la coque ?',
      'What condition is the casing in?',
      'In welke staat is de behuizing?',
      'In welchem Zustand ist das Gehäuse?',
    ],
    howToTest: [
      'Retirez la protection et faites le tour de l’appareil.',
      'Take any cover off and look at each side.',
      'Verwijder de hoes en bekijk elke kant.',
      'Nehmen Sie die Hülle ab und betrachten Sie jede Seite.',
    ],
    answers: [
      { name: ['Aucune trace', 'No marks', 'Geen sporen', 'Keine Spuren'], best: 'grade_a' },
      {
        name: ['Légères traces d’usage', 'Light signs of use', 'Lichte gebruikssporen', 'Leichte Gebrauchsspuren'],
        best: 'grade_b',
      },
      {
        name: [
          'Chocs ou rayures profondes',
          'Dents or deep scratches',
          'Deuken of diepe krassen',
          'Dellen oder tiefe Kratzer',
        ],
        best: 'grade_d',
      },
      {
        name: [
          'Cassée, tordue ou incomplète',
          'Broken, bent or incomplete',
          'Gebroken, verbogen of onvolledig',
          'Gebrochen, verbogen oder unvollständig',
        ],
        best: 'grade_e',
      },
    ],
  },
  unlocked: {
    title: [
      'L’appareil est-il dissocié de tout compte ?',
      'Is the device free of any account?',
      'Is het toestel losgekoppeld van elk account?',
      'Ist das Gerät von allen Konten abgemeldet?',
    ],
    howToTest: [
      'Désactivez la localisation et déconnectez le compte iCloud, Google ou de la marque.',
      'Switch off the location service and sign out of iCloud, Google or the brand’s account.',
      'Schakel de locatiedienst uit en meld u af bij iCloud, Google of het account van het merk.',
      'Schalten Sie die Ortung aus und melden Sie sich von iCloud, Google oder dem Konto der Marke ab.',
    ],
    answers: [
      {
        name: ['Oui, il est réinitialisé', 'Yes, it is reset', 'Ja, het is gereset', 'Ja, es ist zurückgesetzt'],
        best: 'grade_a',
      },
      {
        name: [
          'Non, mais je le ferai avant la remise',
          'No, but I will do so before handing it over',
          'Neen, maar ik doe het voor de overdracht',
          'Nein, aber ich hole es vor der Übergabe nach',
        ],
        best: 'grade_a',
      },
    ],
  },
  accessories: {
    title: [
      'Quels accessoires d’origine l’accompagnent ?',
      'Which original accessories come with it?',
      'Welke originele accessoires horen erbij?',
      'Welches Originalzubehör gehört dazu?',
    ],
    howToTest: [
      'Vérifiez le chargeur, les câbles et la boîte.',
      'Check the charger, the cables and the box.',
      'Controleer de lader, de kabels en de doos.',
      'Prüfen Sie Ladegerät, Kabel und Verpackung.',
    ],
    answers: [
      {
        name: ['Tous, avec la boîte', 'All, with the box', 'Alle, met de doos', 'Alles, mit Verpackung'],
        best: 'grade_a',
        impact: amount(500),
      },
      {
        name: ['Le chargeur seulement', 'The charger only', 'Alleen de lader', 'Nur das Ladegerät'],
        best: 'grade_a',
      },
      { name: ['Aucun', 'None', 'Geen', 'Keines'], best: 'grade_b', impact: amount(-500) },
    ],
  },
  battery: {
    title: [
      'Quelle est la capacité maximale de la batterie ?',
      'What is the battery’s maximum capacity?',
      'Wat is de maximale capaciteit van de batterij?',
      'Welche maximale Kapazität hat der Akku?',
    ],
    howToTest: [
      'Lisez la valeur dans les réglages, à la rubrique Batterie.',
      'Read the value in the settings, under Battery.',
      'Lees de waarde in de instellingen, onder Batterij.',
      'Lesen Sie den Wert in den Einstellungen unter Batterie.',
    ],
    answers: [
      { name: ['90 % ou plus', '90% or more', '90 % of meer', '90 % oder mehr'], best: 'grade_a' },
      { name: ['De 80 à 89 %', '80 to 89%', '80 tot 89 %', '80 bis 89 %'], best: 'grade_b' },
      {
        name: ['Moins de 80 %', 'Less than 80%', 'Minder dan 80 %', 'Weniger als 80 %'],
        best: 'grade_c',
        impact: percent(-10, -6000),
      },
    ],
  },
} as const satisfies Readonly<Record<string, TemplateQuestion>>

/** Refurb steps of devices that hold data. */
export const deviceSteps = {
  wipe: {
    name: ['Effacement des données', 'Data erasure', 'Gegevens wissen', 'Datenlöschung'],
    description: [
      'Effacement certifié, rapport joint à la fiche.',
      'Certified erasure, report kept with the item.',
      'Gecertificeerd wissen, rapport bij het artikel.',
      'Zertifizierte Löschung, Bericht beim Artikel.',
    ],
  },
  battery: {
    name: ['Remplacement de la batterie', 'Battery replacement', 'Batterij vervangen', 'Akku ersetzen'],
    description: [
      'Batterie neuve, capacité contrôlée après montage.',
      'New battery, capacity checked once fitted.',
      'Nieuwe batterij, capaciteit gecontroleerd na montage.',
      'Neuer Akku, Kapazität nach dem Einbau geprüft.',
    ],
  },
  screen: {
    name: ['Remplacement de l’écran', 'Screen replacement', 'Scherm vervangen', 'Display ersetzen'],
    description: [
      'Dalle et vitre, puis test tactile et des couleurs.',
      'Panel and glass, then a test of touch and colours.',
      'Paneel en glas, daarna test van aanraking en kleuren.',
      'Panel und Glas, danach Test von Touch und Farben.',
    ],
  },
  update: {
    name: ['Mise à jour logicielle', 'Software update', 'Software bijwerken', 'Software aktualisieren'],
    description: [
      'Dernière version stable du constructeur.',
      'Latest stable version of the manufacturer.',
      'Laatste stabiele versie van de fabrikant.',
      'Neueste stabile Version des Herstellers.',
    ],
  },
  clean: {
    name: ['Nettoyage', 'Cleaning', 'Reiniging', 'Reinigung'],
    description: [
      'Coque, grilles et connecteurs.',
      'Casing, grilles and connectors.',
      'Behuizing, roosters en aansluitingen.',
      'Gehäuse, Gitter und Anschlüsse.',
    ],
  },
  pack: {
    name: ['Emballage de revente', 'Packing for resale', 'Verpakken voor verkoop', 'Verpacken für den Verkauf'],
    description: [
      'Boîte neutre, câble et notice.',
      'Plain box, cable and manual.',
      'Neutrale doos, kabel en handleiding.',
      'Neutrale Schachtel, Kabel und Anleitung.',
    ],
  },
} as const satisfies Readonly<Record<string, TemplateStep>>

/** Refurb questions of devices that hold data. */
export const deviceRefurbQuestions = {
  data: {
    label: ['Données et comptes', 'Data and accounts', 'Gegevens en accounts', 'Daten und Konten'],
    type: 'unique',
    answers: [
      {
        label: [
          'Réinitialisé, aucun compte',
          'Reset, no account',
          'Gereset, geen account',
          'Zurückgesetzt, kein Konto',
        ],
        steps: [],
      },
      {
        label: [
          'Données ou compte présents',
          'Data or account left',
          'Gegevens of account aanwezig',
          'Daten oder Konto',
        ],
        steps: ['wipe'],
      },
    ],
  },
  battery: {
    label: ['Santé de la batterie', 'Battery health', 'Staat van de batterij', 'Zustand des Akkus'],
    type: 'unique',
    answers: [
      { label: ['85 % ou plus', '85% or more', '85 % of meer', '85 % oder mehr'], steps: [] },
      {
        label: ['Moins, ou gonflée', 'Less, or swollen', 'Minder, of opgezwollen', 'Weniger, oder aufgebläht'],
        steps: ['battery'],
      },
    ],
  },
  screen: {
    label: ['État de l’écran', 'Condition of the screen', 'Staat van het scherm', 'Zustand des Displays'],
    type: 'unique',
    answers: [
      { label: ['Sans défaut', 'Without fault', 'Zonder gebreken', 'Ohne Mangel'], steps: [] },
      {
        label: ['Fissuré ou taché', 'Cracked or stained', 'Gebarsten of vlekkerig', 'Gesprungen oder fleckig'],
        steps: ['screen'],
      },
    ],
  },
  other: {
    label: ['Autres travaux', 'Other work', 'Ander werk', 'Weitere Arbeiten'],
    type: 'multiple',
    answers: [
      {
        label: ['Système à mettre à jour', 'System to update', 'Systeem bijwerken', 'System veraltet'],
        steps: ['update'],
      },
      { label: ['À nettoyer', 'To be cleaned', 'Te reinigen', 'Zu reinigen'], steps: ['clean'] },
      { label: ['À emballer', 'To be packed', 'Te verpakken', 'Zu verpacken'], steps: ['pack'] },
    ],
  },
} as const satisfies Readonly<Record<string, TemplateRefurbQuestion>>
