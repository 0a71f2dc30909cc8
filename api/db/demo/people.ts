import type { Random } from './random.ts'

const countries = {
  FR: {
    firstNames: [
      'Camille',
      'Léa',
      'Hugo',
      'Inès',
      'Louis',
      'Manon',
      'Jules',
      'Chloé',
      'Arthur',
      'Sarah',
      'Nathan',
      'Émilie',
      'Karim',
      'Anaïs',
      'Théo',
      'Fatou',
      'Maxime',
      'Julie',
      'Antoine',
      'Yasmine',
    ],
    lastNames: [
      'Martin',
      'Bernard',
      'Dubois',
      'Thomas',
      'Robert',
      'Richard',
      'Petit',
      'Durand',
      'Leroy',
      'Moreau',
      'Lefèvre',
      'Garnier',
      'Faure',
      'Rousseau',
      'Blanc',
      'Guérin',
      'Benali',
      'Diallo',
      'Nguyen',
      'Perrin',
    ],
    streets: [
      'rue de la République',
      'avenue Jean Jaurès',
      'rue des Lilas',
      'boulevard Voltaire',
      'rue Victor Hugo',
      'place de la Mairie',
      'rue du Moulin',
    ],
    places: [
      ['75011', 'Paris'],
      ['69003', 'Lyon'],
      ['33000', 'Bordeaux'],
      ['59000', 'Lille'],
      ['44000', 'Nantes'],
      ['31000', 'Toulouse'],
      ['67000', 'Strasbourg'],
      ['13006', 'Marseille'],
      ['38000', 'Grenoble'],
      ['35000', 'Rennes'],
    ],
    phone: '+3363998',
  },
  BE: {
    firstNames: ['Noor', 'Lucas', 'Emma', 'Lars', 'Louise', 'Wout', 'Elise', 'Jan', 'Lotte', 'Pieter'],
    lastNames: [
      'Peeters',
      'Janssens',
      'Maes',
      'Jacobs',
      'Willems',
      'Claes',
      'Lambert',
      'Dupont',
      'De Smet',
      'Vermeulen',
    ],
    streets: ['Kerkstraat', 'Stationsstraat', 'rue Neuve', 'avenue Louise', 'Nieuwstraat'],
    places: [
      ['1000', 'Bruxelles'],
      ['2000', 'Antwerpen'],
      ['9000', 'Gent'],
      ['4000', 'Liège'],
      ['5000', 'Namur'],
    ],
    phone: '+32471',
  },
  DE: {
    firstNames: ['Anna', 'Lukas', 'Marie', 'Felix', 'Hannah', 'Jonas', 'Lena', 'Paul', 'Sophie', 'Emre'],
    lastNames: [
      'Müller',
      'Schmidt',
      'Schneider',
      'Fischer',
      'Weber',
      'Wagner',
      'Becker',
      'Hoffmann',
      'Schäfer',
      'Yılmaz',
    ],
    streets: ['Hauptstraße', 'Bahnhofstraße', 'Gartenweg', 'Lindenallee', 'Goethestraße'],
    places: [
      ['50667', 'Köln'],
      ['80331', 'München'],
      ['10115', 'Berlin'],
      ['20095', 'Hamburg'],
      ['76131', 'Karlsruhe'],
    ],
    phone: '+49151',
  },
} as const

/** A customer without an id; all addresses end in a domain that never receives mail. */
export interface DemoCustomer {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly phone: string
  readonly street: string
  readonly zip_code: string
  readonly city: string
  readonly country: string
}

/** Draws a customer: four of five live in France. */
export function demoCustomer(random: Random): DemoCustomer {
  const roll = random.next()
  const country = roll < 0.8 ? 'FR' : roll < 0.92 ? 'BE' : 'DE'
  const words = countries[country]
  const first_name = random.pick(words.firstNames)
  const last_name = random.pick(words.lastNames)
  const [zip_code, city] = random.pick<readonly [string, string]>(words.places)
  return {
    first_name,
    last_name,
    email: `${plain(first_name)}.${plain(last_name)}.${random.digits(3)}@mail.example`,
    phone: `${words.phone}${random.digits(country === 'DE' ? 8 : country === 'BE' ? 6 : 4)}`,
    street:
      country === 'FR'
        ? `${random.between(1, 140)} ${random.pick(words.streets)}`
        : `${random.pick(words.streets)} ${random.between(1, 140)}`,
    zip_code,
    city,
    country,
  }
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[^a-z]/g, '')
}
