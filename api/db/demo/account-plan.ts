/** One user of the demo: sign-in name, what the user is in each module, and at which place. */
export interface DemoUser {
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  readonly userType: string
  readonly modules: readonly ('root' | 'tim' | 'lcm' | 'rps')[]
  /** Key of the place; the platform's head office has one too. */
  readonly at: string
}

/** Where the administrators of the platform are, who are planned with the retailer that they open first. */
export const atThePlatform = 'platform'

/** One entity of the demo's tree. */
export interface DemoPlace {
  readonly key: string
  readonly type: 'root_management_unit' | 'management_unit' | 'store' | 'warehouse' | 'buyer'
  readonly name: string
  readonly parent?: string
  readonly street: string
  readonly zip: string
  readonly city: string
  readonly at: readonly [latitude: number, longitude: number]
  readonly externalId?: string
}

/** A whole account before it has ids. */
export interface AccountPlan {
  readonly name: string
  readonly host: string | null
  readonly mainColor: string
  readonly mailDomain: string
  readonly places: readonly DemoPlace[]
  readonly users: readonly DemoUser[]
  /** Every so-manieth product of the list belongs to the account. */
  readonly everyNthProduct: number
  readonly customers: number
  /** First number of its codes, so that accounts never draw the same. */
  readonly firstCode: number
  /** Items unless a scale is asked for. */
  readonly items: number
}

/** The retailer that the sign-ins of the start screen belong to. */
export const maisonRivoli: AccountPlan = {
  name: 'Maison Rivoli',
  host: '*',
  mainColor: '#0b6e4f',
  mailDomain: 'demo.example',
  everyNthProduct: 1,
  customers: 1500,
  firstCode: 1,
  items: 2000,
  places: [
    {
      key: 'root',
      type: 'root_management_unit',
      name: 'Maison Rivoli',
      street: '12 rue de Rivoli',
      zip: '75004',
      city: 'Paris',
      at: [48.8556, 2.3588],
    },
    {
      key: 'region',
      type: 'management_unit',
      name: 'Région Centre-Est',
      parent: 'root',
      street: '12 rue de Rivoli',
      zip: '75004',
      city: 'Paris',
      at: [48.8556, 2.3588],
    },
    {
      key: 'store1',
      type: 'store',
      name: 'Maison Rivoli Lyon Part-Dieu',
      parent: 'region',
      street: '17 rue du Docteur Bouchut',
      zip: '69003',
      city: 'Lyon',
      at: [45.7607, 4.8556],
      externalId: 'MR-LYO-01',
    },
    {
      key: 'store2',
      type: 'store',
      name: 'Maison Rivoli Dijon Centre',
      parent: 'region',
      street: '48 rue de la Liberté',
      zip: '21000',
      city: 'Dijon',
      at: [47.3222, 5.0388],
      externalId: 'MR-DIJ-01',
    },
    {
      key: 'store3',
      type: 'store',
      name: 'Maison Rivoli Paris Bastille',
      parent: 'region',
      street: '3 rue de la Roquette',
      zip: '75011',
      city: 'Paris',
      at: [48.8538, 2.3716],
      externalId: 'MR-PAR-02',
    },
    {
      key: 'warehouse1',
      type: 'warehouse',
      name: 'Atelier Lyon',
      parent: 'root',
      street: '8 rue Nicéphore Niépce',
      zip: '69800',
      city: 'Saint-Priest',
      at: [45.7019, 4.9447],
      externalId: 'MR-ATL-LYO',
    },
    {
      key: 'warehouse2',
      type: 'warehouse',
      name: 'Atelier Lille',
      parent: 'root',
      street: '21 rue de l’Industrie',
      zip: '59810',
      city: 'Lesquin',
      at: [50.5897, 3.1156],
      externalId: 'MR-ATL-LIL',
    },
  ],
  users: [
    {
      name: 'super_admin',
      firstName: 'Solène',
      lastName: 'Marchand',
      userType: 'super_admin',
      modules: ['root'],
      at: atThePlatform,
    },
    { name: 'admin', firstName: 'Adrien', lastName: 'Colin', userType: 'admin', modules: ['root'], at: atThePlatform },
    {
      name: 'root_management_unit_manager',
      firstName: 'Nadia',
      lastName: 'Fontaine',
      userType: 'root_management_unit_manager',
      modules: ['root', 'tim'],
      at: 'root',
    },
    {
      name: 'root_management_unit_analyst',
      firstName: 'Paul',
      lastName: 'Chevalier',
      userType: 'root_management_unit_analyst',
      modules: ['root', 'tim'],
      at: 'root',
    },
    {
      name: 'management_unit_manager',
      firstName: 'Claire',
      lastName: 'Vasseur',
      userType: 'management_unit_manager',
      modules: ['root', 'tim'],
      at: 'region',
    },
    {
      name: 'management_unit_analyst',
      firstName: 'Mehdi',
      lastName: 'Lacroix',
      userType: 'management_unit_analyst',
      modules: ['root', 'tim'],
      at: 'region',
    },
    {
      name: 'store_manager',
      firstName: 'Sophie',
      lastName: 'Renard',
      userType: 'store_manager',
      modules: ['root', 'tim'],
      at: 'store1',
    },
    {
      name: 'store_seller',
      firstName: 'Lucas',
      lastName: 'Pichon',
      userType: 'store_seller',
      modules: ['root', 'tim'],
      at: 'store1',
    },
    {
      name: 'store_seller_2',
      firstName: 'Aïcha',
      lastName: 'Roy',
      userType: 'store_seller',
      modules: ['tim'],
      at: 'store2',
    },
    {
      name: 'store_seller_3',
      firstName: 'Victor',
      lastName: 'Hamel',
      userType: 'store_seller',
      modules: ['tim'],
      at: 'store3',
    },
    {
      name: 'warehouse_manager',
      firstName: 'Bruno',
      lastName: 'Delmas',
      userType: 'warehouse_manager',
      modules: ['rps'],
      at: 'warehouse1',
    },
    {
      name: 'warehouse_operator',
      firstName: 'Inès',
      lastName: 'Marty',
      userType: 'warehouse_operator',
      modules: ['rps'],
      at: 'warehouse1',
    },
    {
      name: 'warehouse_operator_2',
      firstName: 'Samuel',
      lastName: 'Koffi',
      userType: 'warehouse_operator',
      modules: ['rps'],
      at: 'warehouse1',
    },
    {
      name: 'warehouse_operator_3',
      firstName: 'Élodie',
      lastName: 'Carpentier',
      userType: 'warehouse_operator',
      modules: ['rps'],
      at: 'warehouse2',
    },
    {
      name: 'warehouse_operator_4',
      firstName: 'Tom',
      lastName: 'Delattre',
      userType: 'warehouse_operator',
      modules: ['rps'],
      at: 'warehouse2',
    },
  ],
}

/** A small second retailer, so that isolation can be seen. */
export const autreEnseigne: AccountPlan = {
  name: 'Autre Enseigne',
  host: 'autre-enseigne.example',
  mainColor: '#7a1f5c',
  mailDomain: 'autre-enseigne.example',
  everyNthProduct: 15,
  customers: 20,
  firstCode: 9_000_000_000,
  items: 40,
  places: [
    {
      key: 'root',
      type: 'root_management_unit',
      name: 'Autre Enseigne',
      street: '5 quai de la Fosse',
      zip: '44000',
      city: 'Nantes',
      at: [47.2116, -1.5625],
    },
    {
      key: 'region',
      type: 'management_unit',
      name: 'Ouest',
      parent: 'root',
      street: '5 quai de la Fosse',
      zip: '44000',
      city: 'Nantes',
      at: [47.2116, -1.5625],
    },
    {
      key: 'store1',
      type: 'store',
      name: 'Autre Enseigne Nantes',
      parent: 'region',
      street: '2 rue Crébillon',
      zip: '44000',
      city: 'Nantes',
      at: [47.2133, -1.5612],
    },
    {
      key: 'warehouse1',
      type: 'warehouse',
      name: 'Atelier Nantes',
      parent: 'root',
      street: '14 rue du Charron',
      zip: '44800',
      city: 'Saint-Herblain',
      at: [47.2256, -1.6342],
    },
    {
      key: 'warehouse2',
      type: 'warehouse',
      name: 'Atelier Angers',
      parent: 'root',
      street: '3 rue Paul Langevin',
      zip: '49240',
      city: 'Avrillé',
      at: [47.5076, -0.5891],
    },
  ],
  users: [
    {
      name: 'store_manager',
      firstName: 'Gwenaëlle',
      lastName: 'Le Goff',
      userType: 'store_manager',
      modules: ['root', 'tim'],
      at: 'store1',
    },
    {
      name: 'warehouse_operator',
      firstName: 'Yann',
      lastName: 'Kerbrat',
      userType: 'warehouse_operator',
      modules: ['rps'],
      at: 'warehouse1',
    },
  ],
}

/** The buyer, an account of its own that reaches the retailer through a link. */
export const rachatNova = {
  name: 'Rachat Nova',
  mainColor: '#2b4a8b',
  place: {
    key: 'buyer',
    type: 'buyer',
    name: 'Rachat Nova',
    street: '40 avenue Daumesnil',
    zip: '75012',
    city: 'Paris',
    at: [48.8475, 2.3768],
  },
  user: {
    name: 'buyer_manager',
    firstName: 'Hélène',
    lastName: 'Astier',
    userType: 'buyer_manager',
    modules: ['lcm'],
    at: 'buyer',
  },
} as const satisfies { name: string; mainColor: string; place: DemoPlace; user: DemoUser }
