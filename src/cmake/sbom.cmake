# SPDX-License-Identifier: Apache-2.0
# The list of parts of the static program (SBOM), in the JSON of SPDX 2.3.

# A package of the list, in `result`.
function(tfrec_sbom_package result name version licence source sha256)
  string(MAKE_C_IDENTIFIER "${name}" id)
  string(REPLACE "_" "-" id ${id})
  set(download NOASSERTION)
  set(extra "")
  if(source MATCHES "^pkg:")
    set(extra ",
      \"externalRefs\": [
        {\"referenceCategory\": \"PACKAGE-MANAGER\", \"referenceType\": \"purl\", \"referenceLocator\": \"${source}\"}
      ]")
  elseif(source)
    set(download ${source})
    set(extra ",
      \"comment\": \"A part of the archive at downloadLocation, whose SHA-256 is ${sha256}\"")
  endif()
  set(${result} "    {
      \"SPDXID\": \"SPDXRef-${id}\",
      \"name\": \"${name}\",
      \"versionInfo\": \"${version}\",
      \"downloadLocation\": \"${download}\",
      \"filesAnalyzed\": false,
      \"licenseConcluded\": \"${licence}\",
      \"licenseDeclared\": \"${licence}\",
      \"copyrightText\": \"NOASSERTION\"${extra}
    }" PARENT_SCOPE)
  set(id ${id} PARENT_SCOPE)
endfunction()

function(tfrec_write_sbom file)
  string(TIMESTAMP created "%Y-%m-%dT%H:%M:%SZ" UTC)
  tfrec_sbom_package(packages tfrec ${PROJECT_VERSION} Apache-2.0 "" "")
  set(links "    {\"spdxElementId\": \"SPDXRef-DOCUMENT\", \"relationshipType\": \"DESCRIBES\", \
\"relatedSpdxElement\": \"SPDXRef-tfrec\"}")
  foreach(library ${TFREC_LIBRARIES})
    foreach(field VERSION LICENCE SOURCE SHA256)
      get_property(${field} GLOBAL PROPERTY TFREC_${field}_${library})
    endforeach()
    tfrec_sbom_package(package ${library} "${VERSION}" "${LICENCE}" "${SOURCE}" "${SHA256}")
    string(APPEND packages ",\n${package}")
    string(APPEND links ",\n    {\"spdxElementId\": \"SPDXRef-tfrec\", \"relationshipType\": \"STATIC_LINK\", \
\"relatedSpdxElement\": \"SPDXRef-${id}\"}")
  endforeach()
  file(WRITE ${file} "{
  \"spdxVersion\": \"SPDX-2.3\",
  \"dataLicense\": \"CC0-1.0\",
  \"SPDXID\": \"SPDXRef-DOCUMENT\",
  \"name\": \"tfrec-${PROJECT_VERSION}\",
  \"documentNamespace\": \"https://spdx.org/spdxdocs/tfrec-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR}\",
  \"creationInfo\": {\"created\": \"${created}\", \"creators\": [\"Tool: tfrec-build-${PROJECT_VERSION}\"]},
  \"packages\": [
${packages}
  ],
  \"relationships\": [
${links}
  ]
}
")
endfunction()
