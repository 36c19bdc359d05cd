import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Long runs, by hand: npm run soak -- engine. */
export default defineConfig({ ...base, test: { ...base.test, include: ['{engine,app}/test/**/*.soak.ts'], testTimeout: 3_600_000 } })
