import { SPECIES_ROOTS, SPECIES_TREE } from '@steading/contract/production/species'
import type { Species, SpeciesCode } from '@steading/contract/production/species'
import { LANGUAGES } from '@steading/contract/users/languages'
import { camel } from '@steading/locales/camel'
import type { World } from '../platform/world.ts'

/** A species with its name in every language. */
export const presentSpecies = (texts: World['texts'], value: SpeciesCode): Species => ({
  value,
  translations: Object.fromEntries(
    LANGUAGES.map(language => [language, texts[language](`species.${camel(value)}`)]),
  ) as Species['translations'], // safe: one of each language
})

/** Every species with its kinds. */
export const speciesTree = (texts: World['texts']) =>
  SPECIES_ROOTS.map(root => ({
    ...presentSpecies(texts, root),
    nested: SPECIES_TREE[root].map(kind => presentSpecies(texts, kind)),
  }))
