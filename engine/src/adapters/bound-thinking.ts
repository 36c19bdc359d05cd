/** Whose sealed thinking is void once anything before it changes. */

/** Claude 4 and before: their signed thinking stays valid when earlier messages change. */
const UNBOUND = /claude-(instant|([a-z]+-)?[1-4](?!\d))/

/** Of a model of Anthropic's; a name we do not know is taken for a new one. */
export const isBound = (model: string | undefined): boolean => !UNBOUND.test(model ?? '')

/** Of any provider's model, in formats that serve them all: without a name it may be Claude. */
export const mayBeBound = (model: string | undefined): boolean =>
  model === undefined || model === '' || (model.includes('claude') && isBound(model))
