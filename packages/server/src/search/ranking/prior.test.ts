import { expect, test } from 'vitest'
import { priorOf } from './prior.ts'

test.each([
  'api/src-html/org/acme/Kettle',
  'api/org/acme/class-use/Kettle',
  'api/org/acme/package-use',
  'api/overview-tree',
  'html/src/Acme.Kettle.Boil',
  'src/acme/kettle/mod.rs',
  'html/classAcme_1_1Kettle-members',
  'qtcore/qkettle-members',
  'html/Kettle_8h_source',
])('what generators list beside what they explain is worth less: %s', (path) => {
  expect(priorOf(path)).toBeLessThan(1)
})

test.each([
  'src/SUMMARY',
  'src/guide/boil',
  'guide/class-use',
  'guide/package-tree-shaking',
  'guide/add-members',
  'guide/open_source',
  'html/classAcme_1_1Kettle',
])('what explains is not: %s', (path) => {
  expect(priorOf(path)).toBe(1)
})
