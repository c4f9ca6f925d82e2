// Generated from conformance/wire/causes.yaml by `npm run generate`; do not edit.

export const CAUSES = {
  "ECONNREFUSED": {
    "message": "nobody listens there (connection refused)"
  },
  "ENOTFOUND": {
    "message": "the host name is not known"
  },
  "ECONNRESET": {
    "message": "the connection was closed without an answer",
    "remedy": "Check the scheme (http or https) and the port of --target, and that the service is up."
  },
  "DEPTH_ZERO_SELF_SIGNED_CERT": {
    "message": "its certificate is self-signed",
    "remedy": "Trust it with --ca FILE (PEM), or with NODE_EXTRA_CA_CERTS."
  },
  "SELF_SIGNED_CERT_IN_CHAIN": {
    "message": "the issuer of its certificate is not known here",
    "remedy": "Trust the issuer with --ca FILE (PEM), or with NODE_EXTRA_CA_CERTS."
  },
  "UNABLE_TO_GET_ISSUER_CERT": {
    "message": "the issuer of its certificate is not known here",
    "remedy": "Trust the issuer with --ca FILE (PEM), or with NODE_EXTRA_CA_CERTS."
  },
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY": {
    "message": "the issuer of its certificate is not known here",
    "remedy": "Trust the issuer with --ca FILE (PEM), or with NODE_EXTRA_CA_CERTS."
  },
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE": {
    "message": "the issuer of its certificate is not known here",
    "remedy": "Trust the issuer with --ca FILE (PEM), or with NODE_EXTRA_CA_CERTS."
  },
  "CERT_HAS_EXPIRED": {
    "message": "its certificate has expired",
    "remedy": "Renew it, or check the clock of this machine."
  },
  "CERT_NOT_YET_VALID": {
    "message": "its certificate is not valid yet",
    "remedy": "Check the clock of this machine."
  },
  "ERR_TLS_CERT_ALTNAME_INVALID": {
    "message": "its certificate is for another host name",
    "remedy": "Check the host name in --target; the certificate says which one it is for."
  },
  "NO_TLS": {
    "message": "what listens there does not speak TLS",
    "remedy": "Write http:// in --target, or check the port."
  }
} as const;
