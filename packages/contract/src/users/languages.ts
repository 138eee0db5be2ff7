/** The languages of the product, default first. */
export const LANGUAGES = ['en-US', 'pt-PT', 'es-ES', 'fr-FR', 'de-DE', 'el-GR'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'en-US'
