import { defineConfig } from 'vitest/config'

/** Tests run on the sources: the packages' own names lead there. */
const engine = new URL('engine/src', import.meta.url).pathname

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@loadline\/engine$/, replacement: `${engine}/index.ts` },
      { find: /^@loadline\/engine\/(.+)$/, replacement: `${engine}/$1/index.ts` },
    ],
  },
  test: { include: ['{engine,app,test}/**/*.test.ts'], exclude: ['**/node_modules/**', '**/dist/**'], testTimeout: 120_000 },
})
