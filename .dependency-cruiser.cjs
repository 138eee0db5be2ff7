module.exports = {
  forbidden: [
    { name: 'apps-apart', severity: 'error', from: { path: '^apps/([^/]+)/' }, to: { path: '^apps/', pathNot: '^apps/$1/' } },
    {
      name: 'contract-knows-nobody',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/contract/' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '^packages/rules/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core', 'npm'], pathNot: '^packages/contract/' },
    },
    {
      name: 'slices-meet-at-the-door',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/([^/]+)/', pathNot: '^apps/[^/]+/src/app/' },
      to: {
        path: '^apps/$1/src/[^/]+/',
        pathNot: ['^apps/$1/src/$2/', '^apps/$1/src/(platform|ui|theme)/', '/index\\.tsx?$'],
      },
    },
    {
      name: 'platform-knows-no-slice',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/(platform|ui|theme)/' },
      to: { path: '^apps/$1/src/', pathNot: '^apps/$1/src/(platform|ui|theme)/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    exclude: { path: '(\\.gen\\.ts$|/dist/)' },
  },
}
