/** Comments of one touch, so that gloves can say what an account asks for. */
export const quickComments = ['difference', 'photos', 'product'] as const
