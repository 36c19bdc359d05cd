/** The cache that a model's rules ask for. */
import { breakpointCache } from './breakpoints.js'
import type { Cache, CacheRules } from './cache.js'
import { prefixCache } from './prefix.js'
import { unitCache } from './units.js'

export function cacheBy(rules: CacheRules): Cache {
  switch (rules.kind) {
    case 'breakpoints':
      return breakpointCache(rules)
    case 'prefix':
      return prefixCache(rules)
    case 'units':
      return unitCache(rules)
    case 'none':
      return { look: () => ({ read: 0, store: () => {} }) }
  }
}

export type { Cache, CacheRules, Found } from './cache.js'
