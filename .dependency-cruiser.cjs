module.exports = {
  forbidden: [
    { name: 'apps-apart', severity: 'error', from: { path: '^apps/([^/]+)/' }, to: { path: '^apps/', pathNot: '^apps/$1/' } },
    {
      name: 'contract-knows-nobody',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/contract/' },
    },
    // Nothing but themselves and the contract: no package, no Node. A workspace package keeps its name, as its exports are sources.
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '^packages/rules/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(packages/rules|packages/contract|@steading/contract)/' },
    },
    {
      name: 'production-is-pure',
      severity: 'error',
      from: { path: '^packages/production/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(packages/production|packages/contract|@steading/contract)/' },
    },
    {
      name: 'slices-meet-at-the-door',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/([^/]+)/', pathNot: '^apps/[^/]+/src/app/' },
      to: {
        path: '^apps/$1/src/[^/]+/',
        pathNot: ['^apps/$1/src/$2/', '^apps/$1/src/(platform|ui|theme)/', '^apps/[^/]+/src/[^/]+/index\\.tsx?$'],
      },
    },
    {
      name: 'platform-knows-no-slice',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/(platform|ui|theme)/' },
      to: { path: '^apps/$1/src/', pathNot: '^apps/$1/src/(platform|ui|theme)/' },
    },
    {
      name: 'nothing-imports-app',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/', pathNot: '^apps/[^/]+/src/app/' },
      to: { path: '^apps/$1/src/app/' },
    },
    {
      name: 'slices-know-no-widgets',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: '^apps/web/src/(app|widgets|dashboards|publicDashboards)/' },
      to: { path: '^apps/web/src/widgets/' },
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
