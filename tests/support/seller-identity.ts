/** Who sold, as the register of purchases names them. */
export const sellerIdentity = {
  lastName: 'Müller',
  firstName: 'Zoé',
  street: '1 rue Neuve',
  streetMore: null,
  zipCode: '69001',
  city: 'Lyon',
  country: 'FR',
  type: 'passport',
  number: '12AB34567',
  issuedOn: '2020-01-02',
  authority: 'Préfecture du Rhône',
}
