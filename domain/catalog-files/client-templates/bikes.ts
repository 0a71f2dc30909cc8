import { amount, percent, type ClientTemplate } from './client-template.ts'

/** Bikes and scooters. */
export const bikes: ClientTemplate = {
  categories: [
    { identifier: 'mobility', name: ['Mobilité', 'Mobility', 'Mobiliteit', 'Mobilität'], parent: null },
    {
      identifier: 'bikes',
      name: ['Vélos', 'Bikes', 'Fietsen', 'Fahrräder'],
      parent: 'mobility',
      weightGrams: 16_000,
      sizeCm: [180, 80, 30],
      questions: ['frame', 'brakes', 'tyres', 'papers'],
    },
    {
      identifier: 'electric-bikes',
      name: ['Vélos électriques', 'Electric bikes', 'Elektrische fietsen', 'E-Bikes'],
      parent: 'mobility',
      weightGrams: 25_000,
      sizeCm: [185, 80, 35],
      questions: ['frame', 'brakes', 'tyres', 'motor', 'range', 'papers'],
    },
    {
      identifier: 'electric-scooters',
      name: ['Trottinettes électriques', 'Electric scooters', 'Elektrische steps', 'E-Scooter'],
      parent: 'mobility',
      weightGrams: 16_000,
      sizeCm: [120, 50, 30],
      questions: ['frame', 'brakes', 'tyres', 'motor', 'range', 'papers'],
    },
    {
      identifier: 'cargo-bikes',
      name: ['Vélos cargo', 'Cargo bikes', 'Bakfietsen', 'Lastenräder'],
      parent: 'mobility',
      weightGrams: 45_000,
      sizeCm: [250, 90, 60],
      questions: ['frame', 'brakes', 'tyres', 'motor', 'range', 'papers'],
    },
  ],
  questions: {
    frame: {
      title: [
        'Dans quel état est le cadre ?',
        'What condition is the frame in?',
        'In welke staat is het frame?',
        'In welchem Zustand ist der Rahmen?',
      ],
      howToTest: [
        'Nettoyez le cadre et regardez les soudures, la fourche et le guidon.',
        'Clean the frame and look at the welds, the fork and the handlebar.',
        'Maak het frame schoon en bekijk de lassen, de vork en het stuur.',
        'Reinigen Sie den Rahmen und betrachten Sie Schweißnähte, Gabel und Lenker.',
      ],
      answers: [
        { name: ['Sans défaut', 'Without fault', 'Zonder gebreken', 'Ohne Mangel'], best: 'grade_a' },
        { name: ['Rayures légères', 'Light scratches', 'Lichte krassen', 'Leichte Kratzer'], best: 'grade_b' },
        { name: ['Chocs ou rouille', 'Dents or rust', 'Deuken of roest', 'Dellen oder Rost'], best: 'grade_d' },
        {
          name: ['Fissuré ou tordu', 'Cracked or bent', 'Gebarsten of verbogen', 'Gerissen oder verbogen'],
          best: 'grade_e',
        },
      ],
    },
    brakes: {
      title: [
        'Les freins et les vitesses fonctionnent-ils ?',
        'Do the brakes and the gears work?',
        'Werken de remmen en de versnellingen?',
        'Funktionieren Bremsen und Schaltung?',
      ],
      howToTest: [
        'Freinez des deux côtés et passez chaque vitesse en roulant.',
        'Brake on both sides and use each gear while riding.',
        'Rem aan beide kanten en gebruik elke versnelling tijdens het rijden.',
        'Bremsen Sie auf beiden Seiten und schalten Sie beim Fahren jeden Gang.',
      ],
      answers: [
        {
          name: ['Oui, bien réglés', 'Yes, well adjusted', 'Ja, goed afgesteld', 'Ja, gut eingestellt'],
          best: 'grade_a',
        },
        {
          name: ['À régler', 'To be adjusted', 'Af te stellen', 'Einzustellen'],
          best: 'grade_b',
          impact: amount(-1500),
        },
        {
          name: [
            'Une pièce est à remplacer',
            'A part has to be replaced',
            'Een onderdeel moet vervangen worden',
            'Ein Teil ist zu ersetzen',
          ],
          best: 'grade_d',
          impact: percent(-10, -10_000),
        },
      ],
    },
    tyres: {
      title: [
        'Dans quel état sont les roues et les pneus ?',
        'What condition are the wheels and tyres in?',
        'In welke staat zijn de wielen en banden?',
        'In welchem Zustand sind Räder und Reifen?',
      ],
      howToTest: [
        'Faites tourner chaque roue et regardez la bande de roulement.',
        'Turn each wheel and look at the tread.',
        'Draai elk wiel rond en bekijk het profiel.',
        'Drehen Sie jedes Rad und betrachten Sie das Profil.',
      ],
      answers: [
        {
          name: ['Droites, pneus bons', 'True, good tyres', 'Recht, goede banden', 'Gerade, gute Reifen'],
          best: 'grade_a',
        },
        {
          name: ['Pneus usés', 'Worn tyres', 'Versleten banden', 'Abgefahrene Reifen'],
          best: 'grade_b',
          impact: amount(-3000),
        },
        { name: ['Roue voilée', 'Wheel out of true', 'Wiel met slag', 'Rad mit Schlag'], best: 'grade_d' },
      ],
    },
    motor: {
      title: [
        'L’assistance électrique fonctionne-t-elle ?',
        'Does the electric drive work?',
        'Werkt de elektrische aandrijving?',
        'Funktioniert der elektrische Antrieb?',
      ],
      howToTest: [
        'Chargez la batterie et roulez à chaque niveau d’assistance.',
        'Charge the battery and ride at each level of assistance.',
        'Laad de batterij op en rijd op elk ondersteuningsniveau.',
        'Laden Sie den Akku und fahren Sie in jeder Unterstützungsstufe.',
      ],
      answers: [
        {
          name: ['Oui, à chaque niveau', 'Yes, at each level', 'Ja, op elk niveau', 'Ja, in jeder Stufe'],
          best: 'grade_a',
        },
        {
          name: [
            'Par moments, ou avec un code d’erreur',
            'At times, or with an error code',
            'Soms, of met een foutcode',
            'Zeitweise, oder mit Fehlercode',
          ],
          best: 'grade_d',
          impact: percent(-20, -30_000),
        },
        { name: ['Non', 'No', 'Neen', 'Nein'], best: 'grade_e' },
      ],
    },
    range: {
      title: [
        'Quelle part de son autonomie d’origine garde la batterie ?',
        'How much of its original range does the battery keep?',
        'Hoeveel van het oorspronkelijke bereik behoudt de batterij?',
        'Wie viel der ursprünglichen Reichweite hat der Akku noch?',
      ],
      howToTest: [
        'Lisez l’état de la batterie dans l’application ou sur le compteur.',
        'Read the battery’s state in the app or on the display.',
        'Lees de toestand van de batterij in de app of op het scherm.',
        'Lesen Sie den Zustand des Akkus in der App oder auf der Anzeige.',
      ],
      answers: [
        { name: ['80 % ou plus', '80% or more', '80 % of meer', '80 % oder mehr'], best: 'grade_a' },
        {
          name: ['De 60 à 80 %', '60 to 80%', '60 tot 80 %', '60 bis 80 %'],
          best: 'grade_b',
          impact: percent(-8, -10_000),
        },
        {
          name: ['Moins de 60 %', 'Less than 60%', 'Minder dan 60 %', 'Weniger als 60 %'],
          best: 'grade_c',
          impact: percent(-20, -30_000),
        },
      ],
    },
    papers: {
      title: [
        'Avez-vous la facture, les clés et le chargeur ?',
        'Do you have the invoice, the keys and the charger?',
        'Hebt u de factuur, de sleutels en de lader?',
        'Haben Sie Rechnung, Schlüssel und Ladegerät?',
      ],
      howToTest: [
        'Préparez-les : ils sont remis avec le produit.',
        'Have them at hand: they go along with the product.',
        'Houd ze klaar: ze gaan mee met het product.',
        'Halten Sie sie bereit: Sie werden mit übergeben.',
      ],
      answers: [
        { name: ['Oui, tout', 'Yes, all of it', 'Ja, alles', 'Ja, alles'], best: 'grade_a' },
        {
          name: ['La facture seulement', 'The invoice only', 'Alleen de factuur', 'Nur die Rechnung'],
          best: 'grade_b',
          impact: amount(-3000),
        },
        {
          name: ['Pas la facture', 'Not the invoice', 'Niet de factuur', 'Nicht die Rechnung'],
          best: 'grade_c',
          impact: amount(-5000),
        },
      ],
    },
  },
  steps: {
    brakes: {
      name: ['Réglage des freins', 'Brake adjustment', 'Remmen afstellen', 'Bremsen einstellen'],
      description: [
        'Plaquettes, câbles ou purge, puis essai.',
        'Pads, cables or bleeding, then a test ride.',
        'Remblokken, kabels of ontluchten, daarna proefrit.',
        'Beläge, Züge oder Entlüften, danach Probefahrt.',
      ],
    },
    drive: {
      name: ['Chaîne et vitesses', 'Chain and gears', 'Ketting en versnellingen', 'Kette und Schaltung'],
      description: [
        'Chaîne mesurée, remplacée au besoin, vitesses réglées.',
        'Chain measured, replaced where needed, gears adjusted.',
        'Ketting gemeten, indien nodig vervangen, versnellingen afgesteld.',
        'Kette gemessen, bei Bedarf ersetzt, Schaltung eingestellt.',
      ],
    },
    tyres: {
      name: ['Remplacement des pneus', 'Tyre replacement', 'Banden vervangen', 'Reifen ersetzen'],
      description: [
        'Pneus et chambres à air.',
        'Tyres and inner tubes.',
        'Buiten- en binnenbanden.',
        'Reifen und Schläuche.',
      ],
    },
    wheels: {
      name: ['Dévoilage des roues', 'Wheel truing', 'Wielen richten', 'Räder zentrieren'],
      description: [
        'Rayons tendus, roue droite.',
        'Spokes tightened, wheel true.',
        'Spaken aangespannen, wiel recht.',
        'Speichen gespannt, Rad gerade.',
      ],
    },
    battery: {
      name: ['Contrôle de la batterie', 'Battery check', 'Batterij controleren', 'Akku prüfen'],
      description: [
        'Capacité mesurée, cellules remplacées au besoin.',
        'Capacity measured, cells replaced where needed.',
        'Capaciteit gemeten, cellen indien nodig vervangen.',
        'Kapazität gemessen, Zellen bei Bedarf ersetzt.',
      ],
    },
    clean: {
      name: ['Nettoyage et graissage', 'Cleaning and greasing', 'Reinigen en smeren', 'Reinigen und Fetten'],
      description: [
        'Cadre, transmission et roulements.',
        'Frame, drive and bearings.',
        'Frame, aandrijving en lagers.',
        'Rahmen, Antrieb und Lager.',
      ],
    },
  },
  refurbQuestions: [
    {
      label: ['Freins', 'Brakes', 'Remmen', 'Bremsen'],
      type: 'unique',
      answers: [
        { label: ['Bons', 'Good', 'Goed', 'Gut'], steps: [] },
        { label: ['À reprendre', 'To be worked on', 'Na te kijken', 'Zu überarbeiten'], steps: ['brakes'] },
      ],
    },
    {
      label: ['Roues et pneus', 'Wheels and tyres', 'Wielen en banden', 'Räder und Reifen'],
      type: 'multiple',
      answers: [
        { label: ['Pneus usés', 'Worn tyres', 'Versleten banden', 'Abgefahrene Reifen'], steps: ['tyres'] },
        { label: ['Roue voilée', 'Wheel out of true', 'Wiel met slag', 'Rad mit Schlag'], steps: ['wheels'] },
      ],
    },
    {
      label: ['Transmission et batterie', 'Drive and battery', 'Aandrijving en batterij', 'Antrieb und Akku'],
      type: 'multiple',
      answers: [
        {
          label: ['Chaîne ou vitesses', 'Chain or gears', 'Ketting of versnellingen', 'Kette oder Schaltung'],
          steps: ['drive'],
        },
        { label: ['Autonomie faible', 'Weak range', 'Zwak bereik', 'Geringe Reichweite'], steps: ['battery'] },
      ],
    },
    {
      label: ['Propreté', 'Cleanness', 'Netheid', 'Sauberkeit'],
      type: 'unique',
      answers: [
        { label: ['Propre', 'Clean', 'Schoon', 'Sauber'], steps: [] },
        { label: ['À nettoyer', 'To be cleaned', 'Te reinigen', 'Zu reinigen'], steps: ['clean'] },
      ],
    },
  ],
}
