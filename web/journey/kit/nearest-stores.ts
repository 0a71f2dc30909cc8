import { distanceKm } from '#domain/kernel/distance.ts'
import type { PublicStore } from '#sync/calls/public-catalog.ts'

/** Larger towns of the countries that are served, with the department of the French ones, by which postal codes begin. */
const towns: readonly (readonly [name: string, department: string, latitude: number, longitude: number])[] = [
  ['Paris', '75', 48.86, 2.35],
  ['Marseille', '13', 43.3, 5.37],
  ['Lyon', '69', 45.76, 4.84],
  ['Toulouse', '31', 43.6, 1.44],
  ['Nice', '06', 43.7, 7.27],
  ['Nantes', '44', 47.22, -1.55],
  ['Montpellier', '34', 43.61, 3.88],
  ['Strasbourg', '67', 48.57, 7.75],
  ['Bordeaux', '33', 44.84, -0.58],
  ['Lille', '59', 50.63, 3.07],
  ['Rennes', '35', 48.11, -1.68],
  ['Reims', '51', 49.26, 4.03],
  ['Toulon', '83', 43.12, 5.93],
  ['Saint-Étienne', '42', 45.44, 4.39],
  ['Le Havre', '76', 49.49, 0.11],
  ['Grenoble', '38', 45.19, 5.72],
  ['Dijon', '21', 47.32, 5.04],
  ['Angers', '49', 47.47, -0.55],
  ['Nîmes', '30', 43.84, 4.36],
  ['Clermont-Ferrand', '63', 45.78, 3.08],
  ['Le Mans', '72', 48.0, 0.2],
  ['Aix-en-Provence', '', 43.53, 5.45],
  ['Brest', '29', 48.39, -4.49],
  ['Tours', '37', 47.39, 0.69],
  ['Amiens', '80', 49.89, 2.3],
  ['Limoges', '87', 45.83, 1.26],
  ['Annecy', '74', 45.9, 6.13],
  ['Perpignan', '66', 42.7, 2.9],
  ['Metz', '57', 49.12, 6.18],
  ['Besançon', '25', 47.24, 6.02],
  ['Orléans', '45', 47.9, 1.91],
  ['Rouen', '', 49.44, 1.1],
  ['Mulhouse', '68', 47.75, 7.34],
  ['Caen', '14', 49.18, -0.37],
  ['Nancy', '54', 48.69, 6.18],
  ['Avignon', '84', 43.95, 4.81],
  ['Poitiers', '86', 46.58, 0.34],
  ['La Rochelle', '17', 46.16, -1.15],
  ['Pau', '64', 43.3, -0.37],
  ['Bayonne', '', 43.49, -1.47],
  ['Calais', '62', 50.95, 1.86],
  ['Ajaccio', '20', 41.92, 8.74],
  ['Bastia', '', 42.7, 9.45],
  ['Cannes', '', 43.55, 7.02],
  ['Antibes', '', 43.58, 7.12],
  ['Troyes', '10', 48.3, 4.07],
  ['Chambéry', '73', 45.57, 5.92],
  ['Valence', '26', 44.93, 4.89],
  ['Quimper', '', 48.0, -4.1],
  ['Vannes', '56', 47.66, -2.76],
  ['Lorient', '', 47.75, -3.37],
  ['Versailles', '78', 48.8, 2.13],
  ['Saint-Denis', '93', 48.94, 2.36],
  ['Créteil', '94', 48.79, 2.46],
  ['Nanterre', '92', 48.89, 2.21],
  ['Évry', '91', 48.63, 2.43],
  ['Cergy', '95', 49.04, 2.08],
  ['Melun', '77', 48.54, 2.66],
  ['Dunkerque', '', 51.03, 2.38],
  ['Colmar', '', 48.08, 7.36],
  ['Angoulême', '16', 45.65, 0.16],
  ['Bourges', '18', 47.08, 2.4],
  ['Chartres', '28', 48.45, 1.49],
  ['Niort', '79', 46.32, -0.46],
  ['Laval', '53', 48.07, -0.77],
  ['Albi', '81', 43.93, 2.15],
  ['Carcassonne', '11', 43.21, 2.35],
  ['Tarbes', '65', 43.23, 0.08],
  ['Gap', '05', 44.56, 6.08],
  ['Rodez', '12', 44.35, 2.57],
  ['Auxerre', '89', 47.8, 3.57],
  ['Belfort', '90', 47.64, 6.86],
  ['Épinal', '88', 48.17, 6.45],
  ['Bourg-en-Bresse', '01', 46.21, 5.23],
  ['Périgueux', '24', 45.18, 0.72],
  ['Brive-la-Gaillarde', '19', 45.16, 1.53],
  ['Montauban', '82', 44.02, 1.36],
  ['Saint-Brieuc', '22', 48.51, -2.77],
  ['Cherbourg', '50', 49.64, -1.62],
  ['Charleville-Mézières', '08', 49.77, 4.72],
  ['Saint-Quentin', '02', 49.85, 3.29],
  ['Beauvais', '60', 49.43, 2.08],
  ['Évreux', '27', 49.02, 1.15],
  ['Blois', '41', 47.59, 1.33],
  ['La Roche-sur-Yon', '85', 46.67, -1.43],
  ['Nevers', '58', 46.99, 3.16],
  ['Mâcon', '71', 46.31, 4.83],
  ['Bruxelles', '', 50.85, 4.35],
  ['Brussel', '', 50.85, 4.35],
  ['Brüssel', '', 50.85, 4.35],
  ['Brussels', '', 50.85, 4.35],
  ['Antwerpen', '', 51.22, 4.4],
  ['Anvers', '', 51.22, 4.4],
  ['Gent', '', 51.05, 3.72],
  ['Gand', '', 51.05, 3.72],
  ['Brugge', '', 51.21, 3.22],
  ['Bruges', '', 51.21, 3.22],
  ['Liège', '', 50.63, 5.57],
  ['Luik', '', 50.63, 5.57],
  ['Charleroi', '', 50.41, 4.44],
  ['Namur', '', 50.47, 4.87],
  ['Namen', '', 50.47, 4.87],
  ['Leuven', '', 50.88, 4.7],
  ['Mons', '', 50.45, 3.95],
  ['Kortrijk', '', 50.83, 3.26],
  ['Hasselt', '', 50.93, 5.34],
  ['Oostende', '', 51.23, 2.92],
  ['Arlon', '', 49.68, 5.82],
  ['Luxembourg', '', 49.61, 6.13],
  ['Genève', '', 46.2, 6.14],
  ['Lausanne', '', 46.52, 6.63],
  ['Zürich', '', 47.38, 8.54],
  ['Basel', '', 47.56, 7.59],
  ['Bern', '', 46.95, 7.45],
  ['Amsterdam', '', 52.37, 4.9],
  ['Rotterdam', '', 51.92, 4.48],
  ['Den Haag', '', 52.08, 4.31],
  ['Utrecht', '', 52.09, 5.12],
  ['Eindhoven', '', 51.44, 5.47],
  ['Groningen', '', 53.22, 6.57],
  ['Maastricht', '', 50.85, 5.69],
  ['Tilburg', '', 51.56, 5.09],
  ['Berlin', '', 52.52, 13.4],
  ['Hamburg', '', 53.55, 9.99],
  ['München', '', 48.14, 11.58],
  ['Köln', '', 50.94, 6.96],
  ['Frankfurt', '', 50.11, 8.68],
  ['Stuttgart', '', 48.78, 9.18],
  ['Düsseldorf', '', 51.23, 6.78],
  ['Leipzig', '', 51.34, 12.37],
  ['Dortmund', '', 51.51, 7.47],
  ['Essen', '', 51.46, 7.01],
  ['Bremen', '', 53.08, 8.8],
  ['Dresden', '', 51.05, 13.74],
  ['Hannover', '', 52.37, 9.73],
  ['Nürnberg', '', 49.45, 11.08],
  ['Aachen', '', 50.78, 6.08],
  ['Saarbrücken', '', 49.23, 7.0],
  ['Karlsruhe', '', 49.01, 8.4],
  ['Mannheim', '', 49.49, 8.47],
  ['Freiburg', '', 47.99, 7.85],
  ['Wien', '', 48.21, 16.37],
]

/**
 * The stores by their distance from a town, by its name or a French postal code; null where the town is not known. Stores
 * whose place is not known come last.
 */
export function nearestStores(stores: readonly PublicStore[], typed: string): readonly PublicStore[] | null {
  const asked = plain(typed)
  const department = /^\d{5}$/.test(asked) ? asked.slice(0, 2) : null
  const town =
    department === null
      ? (towns.find(([name]) => plain(name) === asked) ??
        (asked.length < 3 ? undefined : towns.find(([name]) => plain(name).startsWith(asked))))
      : towns.find((one) => one[1] === department)
  if (town === undefined) return null
  const [, , latitude, longitude] = town
  const away = (store: PublicStore): number | null =>
    store.latitude === null || store.longitude === null
      ? null
      : distanceKm({ latitude, longitude }, { latitude: store.latitude, longitude: store.longitude })
  return stores
    .map((store) => ({ ...store, distanceKm: away(store) }))
    .toSorted((one, other) => (one.distanceKm ?? Infinity) - (other.distanceKm ?? Infinity))
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
    .replaceAll(/[\s-]+/g, ' ')
}
