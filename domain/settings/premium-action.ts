/**
 * Actions of premium features on a rule that gives a circuit (CONN-21). `payment_bonus`: which bonus the payment modes of
 * the rule's circuit carry, and to give or take one away.
 */
export const premiumActions = ['payment_bonus'] as const
